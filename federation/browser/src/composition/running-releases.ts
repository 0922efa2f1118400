import { ownerOf } from '@portal/federation-contract/code-owner';
import type { ReleaseReport } from '@portal/federation-contract/release-telemetry';
import { federationSettings } from '../federation-settings.ts';
import { pageComposition } from './page-releases.ts';

/** A release of this page, as reports name it. */
export type RunningRelease = Pick<ReleaseReport, 'area' | 'version' | 'source'>;

/** The host of this page. */
export function runningHost(): RunningRelease {
  const { version } = pageComposition().host;
  return { area: 'host', version, source: federationSettings().visit.host ?? 'active' };
}

/** Every release whose code this page may run, by its folder. */
export function runningReleases(): (RunningRelease & { unit: string; release: { base: string } })[] {
  const { host, releases } = pageComposition();
  return [
    { ...runningHost(), unit: 'host', release: host },
    ...releases.flatMap(({ area: { id }, release, source, fallback }) => {
      const of = (one: typeof release, from: typeof source) => ({
        unit: id,
        release: one,
        area: id,
        version: one.version,
        source: from,
      });
      const before = source === 'active' ? 'previous' : 'active';
      return [of(release, source), ...(fallback === null ? [] : [of(fallback, before)])];
    }),
  ];
}

/** The release of this page that a file or folder belongs to. */
export function releaseAt(address: string): RunningRelease | undefined {
  return ownerOf(runningReleases(), address, location.href);
}
