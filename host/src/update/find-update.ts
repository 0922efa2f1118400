import type { Composition } from '@portal/federation-contract/composition';
import { verifyComposition } from '@portal/federation-contract/signed-composition';
import { useAreaStates } from '../composition/area-states.ts';
import { type PageRelease, pageComposition, releasesFor } from '../composition/page-releases.ts';
import { config, visit } from '../document/portal-document.ts';

/** Milliseconds. */
const readLimit = 10_000;

/**
 * The number of the live composition when a reload would bring this page other releases, else null. Rejects when it
 * cannot be had or is not signed as it has to be.
 */
export async function findUpdate(): Promise<number | null> {
  const signal = AbortSignal.timeout(readLimit);
  const response = await fetch('/composition.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`the composition answered ${response.status}`);
  const live = await verifyComposition(await response.json(), { publicKey: config.signature_public_key });
  return live.number > pageComposition().number && isOther(live) ? live.number : null;
}

function isOther(live: Composition): boolean {
  const { host, releases } = pageComposition();
  const ours = releases.filter(({ source }) => source !== 'override');
  const overridden = releases.filter(({ source }) => source === 'override').map(({ area }) => area.id);
  const next = releasesFor(live, visit).filter(({ area }) => !overridden.includes(area.id));
  if (live.host.version !== host.version || next.length !== ours.length) return true;
  return next.some(({ area, release }) => !versionsHere(ours, area.id).includes(release.version));
}

/** The version that this page began with, and the one that it had to turn to. */
function versionsHere(ours: readonly PageRelease[], id: string): (string | undefined)[] {
  const chosen = ours.find(({ area }) => area.id === id);
  return [chosen?.release.version, useAreaStates.getState()[id]?.version];
}
