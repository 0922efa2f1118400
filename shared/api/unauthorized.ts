import { settings } from './settings.ts';

// Here a 401 is an answer that the caller deals with, and a success means that there is a session again.
const sessionPaths = ['v1/users/login', 'v1/accounts/access:verify', 'v1/accounts/access:logout'];

let isReported = false;

/** Tells the session once, however many parallel calls come back with 401. */
export function reportUnauthorized(path: string): void {
  if (isReported || sessionPaths.includes(path)) return;
  isReported = true;
  settings.onUnauthorized();
}

/** A call that proves a session arms the report again. */
export function noteSuccess(path: string): void {
  if (sessionPaths.includes(path)) isReported = false;
}
