import * as v from 'valibot';
import { create } from 'zustand';
import { areOverridesAllowed, overridesKey } from './override-permission.ts';

const areaIdSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));
/** `http://localhost:<port>/` or `http://127.0.0.1:<port>/`: the developer's own machine and nothing else. */
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
  /** What this tab is to run. */
  armed: Overrides;
  /** Areas whose override was ended because it could not be loaded. */
  ended: readonly string[];
}

/** The overrides of this tab. */
export const useOverrides = create<OverridesState>(() => ({ armed: {}, ended: [] }));

/** The overrides that this tab keeps; none where they are not allowed, and none when any of them is no local one. */
export function readOverrides(): Overrides {
  if (!areOverridesAllowed()) return {};
  try {
    const stored = v.safeParse(overridesSchema, JSON.parse(sessionStorage.getItem(overridesKey) ?? '{}'));
    return stored.success ? stored.output : {};
  } catch {
    return {};
  }
}

/** Sets the overrides that the next page of this tab begins with. Does nothing where they are not allowed. */
export function armOverrides(armed: Overrides): void {
  if (!areOverridesAllowed()) return;
  useOverrides.setState({ armed });
  keepOverrides();
}

/** Ends one override that could not be loaded, and remembers to say so. */
export function endFailedOverride(area: string): void {
  const { armed, ended } = useOverrides.getState();
  const { [area]: failed, ...rest } = armed;
  if (failed === undefined) return;
  useOverrides.setState({ ended: [...ended, area] });
  armOverrides(rest);
}

/** Writes the overrides down. Logging in and out clear the storage, but an override lives as long as its tab. */
export function keepOverrides(): void {
  const { armed } = useOverrides.getState();
  const isAny = Object.keys(armed).length > 0;
  // Tells the server to let scripts of the developer's machine run in the next page, where it allows that at all.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `portal_overrides=1; path=/; samesite=lax${isAny ? '' : '; max-age=0'}`;
  try {
    if (!isAny) sessionStorage.removeItem(overridesKey);
    else sessionStorage.setItem(overridesKey, JSON.stringify(armed));
  } catch {
    // A browser that forbids storage keeps none.
  }
}
