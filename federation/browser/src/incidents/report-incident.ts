import { framesOf, ownerOfFrames } from '@portal/federation-contract/code-owner';
import { incidentDetail } from '@portal/federation-contract/incident-detail';
import { ownsPath } from '@portal/federation-contract/release-lookup';
import type { Incident, IncidentKind } from '@portal/federation-contract/release-telemetry';
import { pageComposition } from '../composition/page-releases.ts';
import { type RunningRelease, runningHost, runningReleases } from '../composition/running-releases.ts';
import { areaLoad } from '../loading/area-load.ts';
import { addReport } from '../loading/release-telemetry.ts';

/** The release that caused an incident, and how that is known. */
export interface Attribution {
  release: RunningRelease;
  attribution: Incident['attribution'];
}

interface ObservedIncident extends Attribution {
  kind: IncidentKind;
  detail: string;
  amount?: number;
}

const reported = new Set<string>();

/** Reports an incident; each kind and attribution once for each release, because the server counts no more of a page. */
export function reportIncident({ release, kind, attribution, detail, amount }: ObservedIncident): void {
  const key = [release.area, release.version, kind, attribution].join(' ');
  if (reported.has(key)) return;
  reported.add(key);
  addReport(release, {
    result: 'incident',
    kind,
    attribution,
    detail: incidentDetail(detail),
    amount: amount === undefined ? null : Math.round(amount),
  });
}

/** The release whose file is the first of these addresses that lies in one; the host, as unknown, when none does. */
export function attributeToCode(...addresses: readonly string[]): Attribution {
  const release = ownerOfFrames(runningReleases(), addresses, location.href);
  return release === undefined
    ? { release: runningHost(), attribution: 'unknown' }
    : { release, attribution: 'code' };
}

/** The release whose code threw. `stack` is read where the browser states no file. */
export function attributeError(error: unknown, file = ''): Attribution {
  const stack = error instanceof Error ? String(error.stack) : '';
  // The browser's statement comes first: the stack of an error is text that its code can write.
  return attributeToCode(file, ...framesOf(stack));
}

/** The release of the page that is on the screen. */
export function attributeToScreen(): Attribution {
  const shown = pageComposition().releases.find(({ area }) => ownsPath(area, location.pathname));
  if (shown === undefined) return { release: runningHost(), attribution: 'screen' };
  const { release, source } = areaLoad(shown.area.id);
  return { release: { area: shown.area.id, version: release.version, source }, attribution: 'screen' };
}
