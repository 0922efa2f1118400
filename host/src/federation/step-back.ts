import { hasUnsavedChanges } from '@portal/shared/area';
import { type FailedVersions, failedVersions, failedVersionsKey } from '../composition/failed-versions.ts';
import { areaRun } from './area-run.ts';
import { sendReports } from './release-reports.ts';

/** Milliseconds. */
const probeLimit = 3_000;

/**
 * Loads the page anew with the area on its fallback, until another version is deployed or the customer logs in anew: this
 * page has shown the release that fails, and two versions of an area never run in one page. Resolves to false, and stays,
 * when something that was typed would be lost, when the portal does not answer, and when it would go in a circle.
 */
export async function stepBack(area: string, reload = () => location.reload()): Promise<boolean> {
  const version = areaRun(area).release.version;
  const before = failedVersions();
  if (hasUnsavedChanges() || before[area] === version || !(await isReachable())) return false;
  if (!keep({ ...before, [area]: version })) return false;
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

function keep(areas: FailedVersions): boolean {
  const text = JSON.stringify(areas);
  try {
    sessionStorage.setItem(failedVersionsKey, text);
    return sessionStorage.getItem(failedVersionsKey) === text;
  } catch {
    return false;
  }
}
