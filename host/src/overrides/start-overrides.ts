import { useAreaStates } from '../composition/area-states.ts';
import { readLocalRelease } from './local-release.ts';
import { overrideReleases, type PageOverride } from './override-releases.ts';
import { endFailedOverride, keepOverrides, readOverrides, useOverrides } from './overrides.ts';

/**
 * Puts this tab's overrides in the place of live releases. One that does not answer, is no release of its area or later fails to
 * load is ended, so that nobody is locked out of the tab.
 */
export async function startOverrides(): Promise<void> {
  const armed = readOverrides();
  useOverrides.setState({ armed });
  addEventListener('pagehide', keepOverrides);
  useAreaStates.subscribe((states) => {
    for (const [area, { source }] of Object.entries(states)) {
      // The page has turned to the live release.
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
    // The banner says it.
  }
  endFailedOverride(area);
  return undefined;
}
