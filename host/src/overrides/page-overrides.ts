import { areOverridesAllowed, overridesKey } from './override-permission.ts';

let wasAnyStored = false;

/** Whether this page began with overrides, those included that could not be had. */
export function beganWithOverrides(): boolean {
  return wasAnyStored;
}

/** Puts what this tab overrides in the place of live releases. Does not reject: what cannot be had is left as it is. */
export async function applyOverrides(): Promise<void> {
  try {
    wasAnyStored = areOverridesAllowed() && sessionStorage.getItem(overridesKey) !== null;
    if (!wasAnyStored) return;
    const { startOverrides } = await import(/* webpackChunkName: "overrides" */ './start-overrides.ts');
    await startOverrides();
  } catch (error) {
    // A browser that forbids storage, or a file that does not come.
    reportError(error);
  }
}
