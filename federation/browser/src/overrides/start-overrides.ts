import {
  isExcluded,
  isWithdrawn,
  type PageRelease,
  pageComposition,
  replacePageReleases,
} from '../composition/page-releases.ts';
import { useAreaStates } from '../loading/release-telemetry.ts';
import { type PageOverride, readLocalRelease } from './local-release.ts';
import { endFailedOverride, readOverrides, saveOverrides, useOverrides } from './overrides.ts';

/**
 * Replaces live releases by this tab's overrides. An override that does not respond, is no release of its area or later
 * fails to load is ended, so that it cannot lock anybody out of the tab.
 */
export async function startOverrides(): Promise<void> {
  const { armed, until } = readOverrides();
  useOverrides.setState({ armed, until });
  // Removes what has ended.
  saveOverrides();
  addEventListener('pagehide', saveOverrides);
  useAreaStates.subscribe((states) => {
    for (const [area, { source }] of Object.entries(states)) {
      // The page has fallen back to the live release.
      if (source !== 'override') endFailedOverride(area);
    }
  });
  const read = await Promise.all(Object.entries(armed).map(readOverride));
  overrideReleases(read.filter((one) => one !== undefined));
}

async function readOverride([area, origin]: [string, string]): Promise<PageOverride | undefined> {
  try {
    const override = await readLocalRelease(origin);
    if (override.area.id === area) return override;
  } catch {
    // The banner names the override that ended.
  }
  endFailedOverride(area);
  return undefined;
}

/** Replaces releases of this page, and adds areas that are not live. Areas that safe mode excludes stay excluded. */
export function overrideReleases(overrides: readonly PageOverride[]): void {
  const { releases } = pageComposition();
  const wanted = new Map(overrides.map((one) => [one.area.id, one]));
  const replaced = releases.map((one): PageRelease => {
    const override = wanted.get(one.area.id);
    if (override === undefined) return one;
    wanted.delete(one.area.id);
    // An unproven canary is no fallback; its own fallback is the active release.
    const fallback = one.source === 'canary' ? one.fallback : one.release;
    return { ...override, source: 'override', fallback };
  });
  const added = [...wanted.values()]
    .filter(({ area }) => !isExcluded(area.id) && !isWithdrawn(area.id))
    .map((override): PageRelease => ({ ...override, source: 'override', fallback: null }));
  replacePageReleases([...replaced, ...added]);
}
