import * as v from 'valibot';
import { create } from 'zustand';
import { areOverridesAllowed, overridesKey } from '../federation-settings.ts';

const areaIdSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));
/** `http://localhost:<port>/` or `http://127.0.0.1:<port>/`: only the developer's own machine. */
export const localOriginSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^http:\/\/(?:localhost|127\.0\.0\.1):[1-9]\d{0,4}\/?$/, 'field_invalid'),
  v.transform((origin) => origin.replace(/\/?$/, '/')),
);
const overridesSchema = v.record(areaIdSchema, localOriginSchema);

/** Area id → `http://localhost:<port>/`. */
export type Overrides = Readonly<Record<string, string>>;

interface OverridesState {
  /** The overrides of the next page of this tab. */
  armed: Overrides;
  /** Areas whose override was ended because it could not be loaded. */
  ended: readonly string[];
}

/** The overrides of this tab. */
export const useOverrides = create<OverridesState>(() => ({ armed: {}, ended: [] }));

/** The overrides stored in this tab; none where they are not allowed, or when any of them is not local. */
export function readOverrides(): Overrides {
  if (!areOverridesAllowed()) return {};
  try {
    const stored = v.safeParse(overridesSchema, JSON.parse(sessionStorage.getItem(overridesKey) ?? '{}'));
    return stored.success ? stored.output : {};
  } catch {
    return {};
  }
}

/** Sets the overrides that the next page of this tab starts with. Does nothing where they are not allowed. */
export function armOverrides(armed: Overrides): void {
  if (!areOverridesAllowed()) return;
  useOverrides.setState({ armed });
  saveOverrides();
}

/** Ends an override that could not be loaded, so that the banner names it. */
export function endFailedOverride(area: string): void {
  const { armed, ended } = useOverrides.getState();
  const { [area]: failed, ...rest } = armed;
  if (failed === undefined) return;
  useOverrides.setState({ ended: [...ended, area] });
  armOverrides(rest);
}

/** Saves the overrides. Login and logout clear the storage, but an override lives as long as its tab. */
export function saveOverrides(): void {
  const { armed } = useOverrides.getState();
  const isAny = Object.keys(armed).length > 0;
  // With the cookie, the server's policy allows scripts of the developer's machine, unless in production.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `portal_overrides=1; path=/; samesite=lax${isAny ? '' : '; max-age=0'}`;
  try {
    if (!isAny) sessionStorage.removeItem(overridesKey);
    else sessionStorage.setItem(overridesKey, JSON.stringify(armed));
  } catch {
    // The browser forbids storage: the overrides end with this page.
  }
}
