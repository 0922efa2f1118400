import { areOverridesAllowed, overridesKey } from '../federation-settings.ts';

let wasAnyStored = false;

/** Whether this page started with overrides, including any that could not be loaded. */
export function startedWithOverrides(): boolean {
  return wasAnyStored;
}

/** Replaces live releases by this tab's overrides. Does not reject: an override that cannot be read is ignored. */
export async function applyOverrides(): Promise<void> {
  try {
    wasAnyStored = areOverridesAllowed() && sessionStorage.getItem(overridesKey) !== null;
    if (!wasAnyStored) return;
    const { startOverrides } = await import(/* webpackChunkName: "overrides" */ './start-overrides.ts');
    await startOverrides();
  } catch (error) {
    // The browser forbids storage, or the chunk cannot be loaded.
    reportError(error);
  }
}
