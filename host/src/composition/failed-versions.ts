import * as v from 'valibot';

export const failedVersionsKey = 'portal.stepped-back';
const failedVersionsSchema = v.record(v.string(), v.string());

/** Area id → the version that failed in this tab, and that its pages do without. */
export type FailedVersions = Readonly<Record<string, string>>;

/** What has failed in this tab; nothing where the browser forbids storage. */
export function failedVersions(): FailedVersions {
  try {
    return v.parse(failedVersionsSchema, JSON.parse(sessionStorage.getItem(failedVersionsKey) ?? '{}'));
  } catch {
    return {};
  }
}
