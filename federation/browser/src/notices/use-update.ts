import type { Composition } from '@portal/federation-contract/composition';
import { chosenHost, isVersionWithdrawn } from '@portal/federation-contract/release-lookup';
import { verifyComposition } from '@portal/federation-contract/signed-composition';
import { useEffect } from 'react';
import { create } from 'zustand';
import {
  dropFallbacks,
  type PageRelease,
  pageComposition,
  releasesFor,
} from '../composition/page-releases.ts';
import { federationSettings } from '../federation-settings.ts';
import { useAreaStates } from '../loading/release-telemetry.ts';

/** Milliseconds between two checks, and the least between two checks that the customer's actions trigger. */
const interval = 20_000;
const leastInterval = 5_000;
/** Milliseconds that one check may take. */
const readLimit = 10_000;

interface UpdateState {
  /** Number of a composition with newer releases than this page's. */
  available: number | null;
  /** Number of the composition that the customer has dismissed. */
  dismissed: number | null;
  /** Whether this page runs a version that has been withdrawn, for example for security. */
  isLeaving: boolean;
  /** Milliseconds since the epoch; at first the time of the page itself. */
  checkedAt: number;
}

const useUpdateState = create<UpdateState>(() => ({
  available: null,
  dismissed: null,
  isLeaving: false,
  checkedAt: performance.timeOrigin,
}));

/** Checks for newer releases while the page is open, visible and online. */
export function useUpdate(): { isAvailable: boolean; isLeaving: boolean; dismiss: () => void } {
  const { available, dismissed, isLeaving } = useUpdateState();
  // Synchronizes with the clock and with the browser's window and network events.
  useEffect(() => {
    const timer = setInterval(() => check(interval), leastInterval);
    const onReturn = () => check(leastInterval);
    window.addEventListener('focus', onReturn);
    window.addEventListener('online', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    check(interval);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onReturn);
      window.removeEventListener('online', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, []);
  return {
    isLeaving,
    isAvailable: available !== null && available !== dismissed,
    dismiss: () => useUpdateState.setState({ dismissed: available }),
  };
}

function check(age: number): void {
  const now = Date.now();
  if (document.visibilityState !== 'visible' || !navigator.onLine) return;
  if (now - useUpdateState.getState().checkedAt < age) return;
  useUpdateState.setState({ checkedAt: now });
  findUpdate().then(
    (available) => useUpdateState.setState({ available }),
    // The next check may succeed; an offer on the screen stays.
    () => undefined,
  );
}

/** The composition of the last check: an unchanged one is not verified again. */
let verified: { tag: string | null; live: Composition } | undefined;

/**
 * The number of the live composition if a reload would bring this page other releases, otherwise null. Rejects when the
 * composition cannot be read or its signature is wrong.
 */
export async function findUpdate(): Promise<number | null> {
  const signal = AbortSignal.timeout(readLimit);
  // The browser's cache makes the request conditional: the server sends a composition once.
  const response = await fetch('/composition.json', { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`the composition returned ${response.status}`);
  const tag = response.headers.get('etag');
  if (tag === null || tag !== verified?.tag) {
    const { publicKey } = federationSettings();
    verified = { tag, live: await verifyComposition(await response.json(), { publicKey }) };
  }
  const { live } = verified;
  leaveWithdrawn(live);
  return live.number > pageComposition().number && isOther(live) ? live.number : null;
}

/** Marks this page for leaving if it runs a withdrawn version, and forgets fallbacks that are withdrawn. */
function leaveWithdrawn(live: Composition): void {
  const { number, host, releases } = pageComposition();
  if (live.withdrawn === undefined || live.number <= number) return;
  const isUsable = (unit: string, version: string) => !isVersionWithdrawn(live, unit, version);
  dropFallbacks(isUsable);
  const running = releases
    .filter(({ source }) => source !== 'override')
    .map(({ area: { id }, release }) => ({
      id,
      version: useAreaStates.getState()[id]?.version ?? release.version,
    }));
  const isLeaving =
    !isUsable('host', host.version) || running.some(({ id, version }) => !isUsable(id, version));
  if (isLeaving) useUpdateState.setState({ isLeaving });
}

function isOther(live: Composition): boolean {
  const { host, releases } = pageComposition();
  const ours = releases.filter(({ source }) => source !== 'override');
  const overridden = releases.filter(({ source }) => source === 'override').map(({ area }) => area.id);
  const { visit } = federationSettings();
  const next = releasesFor(live, visit).filter(({ area }) => !overridden.includes(area.id));
  if (chosenHost(live, visit).version !== host.version || next.length !== ours.length) return true;
  return next.some(({ area, release }) => !versionsHere(ours, area.id).includes(release.version));
}

/** The version that this page started with, and the one that it fell back to. */
function versionsHere(ours: readonly PageRelease[], id: string): (string | undefined)[] {
  const chosen = ours.find(({ area }) => area.id === id);
  return [chosen?.release.version, useAreaStates.getState()[id]?.version];
}
