import { hasUnsavedChanges } from '@portal/shared/area';
import { pageRelease } from '../composition/page-releases.ts';
import { type SteppedBack, steppedBack, steppedBackKey } from '../composition/stepped-back.ts';
import { areaRun } from './area-run.ts';
import { sendReports } from './release-reports.ts';

/** Milliseconds. */
const probeLimit = 3_000;

/**
 * Whether a new page could run the area on its fallback: this one has shown the release that fails, and two versions of
 * an area never run in one page. Nothing that the customer has typed is given up for it.
 */
export function canStepBack(area: string): boolean {
  const page = pageRelease(area);
  return (
    page !== undefined &&
    page.fallback !== null &&
    areaRun(area).release === page.release &&
    steppedBack()[area] !== page.release.version &&
    !hasUnsavedChanges()
  );
}

/**
 * Loads the page anew with the area on its fallback, until another version is deployed or the customer logs in anew.
 * False when that could not be kept, which would end in a circle, or when the portal cannot be reached at all.
 */
export async function stepBack(area: string, reload = () => location.reload()): Promise<boolean> {
  const version = pageRelease(area)?.release.version;
  if (version === undefined || !(await isReachable())) return false;
  if (!keep({ ...steppedBack(), [area]: version })) return false;
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

function keep(areas: SteppedBack): boolean {
  const text = JSON.stringify(areas);
  try {
    sessionStorage.setItem(steppedBackKey, text);
    return sessionStorage.getItem(steppedBackKey) === text;
  } catch {
    return false;
  }
}
