import type { PageOverride } from '../composition/page-releases.ts';
import { areOverridesAllowed, overridesKey } from './override-permission.ts';

let wasAnyStored = false;

/** Whether this page began with overrides, those included that could not be had. */
export function beganWithOverrides(): boolean {
  return wasAnyStored;
}

/** What this tab runs in place of live releases. Does not reject: an override that cannot be had is none. */
export async function pageOverrides(): Promise<PageOverride[]> {
  if (!areOverridesAllowed() || !isAnyStored()) return [];
  wasAnyStored = true;
  try {
    const { startOverrides } = await import(/* webpackChunkName: "overrides" */ './start-overrides.ts');
    return await startOverrides();
  } catch (error) {
    reportError(error);
    return [];
  }
}

function isAnyStored(): boolean {
  try {
    return sessionStorage.getItem(overridesKey) !== null;
  } catch {
    // A browser that forbids storage.
    return false;
  }
}
