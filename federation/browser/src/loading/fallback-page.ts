import { hasUnsavedChanges } from '@portal/shared/area';
import { failedVersions, saveFailedVersions } from '../composition/page-releases.ts';
import { areaLoad } from './area-load.ts';
import { sendReports } from './release-telemetry.ts';

/** Milliseconds. */
const probeLimit = 3_000;

/**
 * Reloads the page with the area on its fallback, which stays until another version is deployed or the customer logs in
 * again: this page has shown the failing release, and a page never runs two versions of an area. Resolves to false, and
 * does not reload, when there are unsaved changes, when the portal does not respond, and when it would reload forever.
 */
export async function reloadOnFallback(area: string, reload = () => location.reload()): Promise<boolean> {
  const { version } = areaLoad(area).release;
  const before = failedVersions();
  if (hasUnsavedChanges() || before[area] === version || !(await isReachable())) return false;
  if (!saveFailedVersions({ ...before, [area]: version })) return false;
  sendReports();
  reload();
  return true;
}

async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(probeLimit);
  return fetch('/composition.json', { cache: 'no-cache', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
