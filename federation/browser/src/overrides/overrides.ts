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
const storedSchema = v.object({ until: v.number(), areas: v.record(areaIdSchema, localOriginSchema) });

/** Milliseconds after which an override ends: a forgotten tab returns to the live releases. */
const lifetime = 8 * 60 * 60 * 1000;

/** Area id → `http://localhost:<port>/`. */
export type Overrides = Readonly<Record<string, string>>;

interface OverridesState {
  /** The overrides of the next page of this tab. */
  armed: Overrides;
  /** When they end, in milliseconds since 1970. */
  until: number;
  /** Areas whose override was ended because it could not be loaded. */
  ended: readonly string[];
}

/** The overrides of this tab. */
export const useOverrides = create<OverridesState>(() => ({ armed: {}, until: 0, ended: [] }));

/** The overrides stored in this tab; none where they are not allowed, when they have ended, or when any is not local. */
export function readOverrides(): Pick<OverridesState, 'armed' | 'until'> {
  const none = { armed: {}, until: 0 };
  if (!areOverridesAllowed()) return none;
  try {
    const stored = v.safeParse(storedSchema, JSON.parse(sessionStorage.getItem(overridesKey) ?? 'null'));
    if (!stored.success) return none;
    const { areas, until } = stored.output;
    const timeLeft = until - Date.now();
    return timeLeft > 0 && timeLeft <= lifetime ? { armed: areas, until } : none;
  } catch {
    return none;
  }
}

/** Sets the overrides that the next page of this tab starts with. Does nothing where they are not allowed. */
export function armOverrides(armed: Overrides): void {
  if (!areOverridesAllowed()) return;
  useOverrides.setState({ armed, until: Date.now() + lifetime });
  saveOverrides();
}

/** Ends an override that could not be loaded, so that the banner names it. */
export function endFailedOverride(area: string): void {
  const { armed, ended } = useOverrides.getState();
  const { [area]: failed, ...rest } = armed;
  if (failed === undefined) return;
  useOverrides.setState({ armed: rest, ended: [...ended, area] });
  saveOverrides();
}

/** Saves the overrides. Login and logout clear the storage, but an override lives until its end in its tab. */
export function saveOverrides(): void {
  if (!areOverridesAllowed()) return;
  const { armed, until } = useOverrides.getState();
  const timeLeft = until - Date.now();
  const isAny = Object.keys(armed).length > 0 && timeLeft > 0;
  // With the cookie, the server's policy allows scripts of the developer's machine, unless in production.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `portal_overrides=1; path=/; samesite=lax; max-age=${isAny ? Math.ceil(timeLeft / 1000) : 0}`;
  try {
    if (!isAny) sessionStorage.removeItem(overridesKey);
    else sessionStorage.setItem(overridesKey, JSON.stringify({ until, areas: armed }));
  } catch {
    // The browser forbids storage: the overrides end with this page.
  }
}
