import * as v from 'valibot';

export const steppedBackKey = 'portal.stepped-back';
const steppedBackSchema = v.record(v.string(), v.string());

/** Area id → the version that failed in this tab, and that its pages do without. */
export type SteppedBack = Readonly<Record<string, string>>;

/** What this tab has stepped back from; nothing where the browser forbids storage. */
export function steppedBack(): SteppedBack {
  try {
    return v.parse(steppedBackSchema, JSON.parse(sessionStorage.getItem(steppedBackKey) ?? '{}'));
  } catch {
    return {};
  }
}
