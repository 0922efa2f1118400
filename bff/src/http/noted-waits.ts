import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether one of several requests waits, or has waited, because of what its account or its address uses. */
export interface NotedWaits {
  hasWaited: boolean;
}

const notes = new AsyncLocalStorage<NotedWaits>();

/** Sets `hasWaited` as soon as a request within `work` waits for a place or for its refusal. */
export function noteWaits<Result>(noted: NotedWaits, work: () => Promise<Result>): Promise<Result> {
  return notes.run(noted, work);
}

/** Notes that the request waits to which this call belongs. */
export function noteWait(): void {
  const noted = notes.getStore();
  if (noted !== undefined) noted.hasWaited = true;
}
