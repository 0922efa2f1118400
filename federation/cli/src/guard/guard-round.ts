import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import { releaseHealthAnswerSchema } from '@portal/federation-contract/release-telemetry';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { type Live, readLive } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import type { ChangeRequest, UnitSet } from '../composition/write-composition.ts';
import { changeComposition } from '../operations/change-composition.ts';
import { withHalted } from '../operations/live-units.ts';
import { parseJson, type ReleaseStore } from '../store/release-store.ts';
import { canaryVerdict, type Limits, type RunningCanary, type Verdict } from './canary-verdict.ts';

/** The portal does not return the health of its releases; the message contains its response. */
export class GuardUnreachable extends Error {
  override readonly name = 'GuardUnreachable';
}

/** How the portal's release health is read. */
export interface HealthRequest extends Limits {
  /** Origin of the portal. */
  url: string;
  /** The portal's `OPS_TOKEN`. */
  token: string;
  /** Seconds after which a page without a report counts as failed. */
  silence: number;
}

export interface GuardRequest extends Omit<ChangeRequest, 'why'>, HealthRequest {
  facts: PortalFacts;
  isDryRun: boolean;
}

/** Time limit of the request to the portal, in milliseconds. */
const patience = 10_000;

export interface Watched {
  area: string;
  version: string;
  verdict: Verdict;
  isHalted: boolean;
}

/** Checks every running canary once; halts those that fail more than the active release. */
export async function guardRound(request: GuardRequest): Promise<Watched[]> {
  const { store, key } = request;
  const live = await readLive(store, key.publicKey);
  if (live === undefined) return [];
  const watched: Watched[] = [];
  for (const canary of canariesOf(live.composition)) {
    const verdict = await verdictOf(request, { store, live, publicKey: key.publicKey }, canary);
    const isHalted =
      verdict.decision === 'halt' && !request.isDryRun && (await halt(request, canary, verdict.reason));
    watched.push({ area: canary.area, version: canary.candidate, verdict, isHalted });
  }
  return watched;
}

interface GuardedStore {
  store: ReleaseStore;
  live: Live;
  /** SPKI, base64. */
  publicKey: string;
}

/** The verdict on a canary from its pages since it began. Throws GuardUnreachable. */
export async function verdictOf(
  request: HealthRequest,
  { store, live, publicKey }: GuardedStore,
  canary: RunningCanary,
): Promise<Verdict> {
  const since = await startOf(store, live, publicKey, canary);
  return canaryVerdict(await readHealth(request, since), canary, request);
}

/** The canaries of a set: of the host and of every area. */
export function canariesOf({ host, canary_host: canaryHost, areas }: UnitSet): RunningCanary[] {
  const ofHost = { area: 'host', active: host.version, candidate: canaryHost?.release.version };
  const ofAreas = areas.map(({ area, active, canary }) => ({
    area: area.id,
    active: active.version,
    candidate: canary?.release.version,
  }));
  return [ofHost, ...ofAreas].flatMap(({ candidate, ...one }) =>
    candidate === undefined ? [] : [{ ...one, candidate }],
  );
}

function isRunning(units: UnitSet, { area, candidate }: RunningCanary): boolean {
  return canariesOf(units).some((one) => one.area === area && one.candidate === candidate);
}

/**
 * When the candidate became the canary; a larger share does not restart the count. Where the history is damaged, the oldest change
 * that can be read counts: to delete a copy must not blind the guard. "verify" reports the damage.
 */
async function startOf(
  store: ReleaseStore,
  live: Live,
  publicKey: string,
  canary: RunningCanary,
): Promise<string> {
  let since = live.composition.created;
  try {
    for await (const { composition } of readHistory(store, live, publicKey)) {
      if (!isRunning(composition, canary)) break;
      since = composition.created;
    }
  } catch (error) {
    if (!(error instanceof CompositionRefused)) throw error;
  }
  return since;
}

async function readHealth({ url, token, silence }: HealthRequest, since: string) {
  const address = new URL('/ops/release-health', url);
  address.searchParams.set('since', since);
  address.searchParams.set('silence', String(silence));
  const place = `${address.origin}${address.pathname}`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(patience) }).catch(
    (error: unknown) => {
      throw new GuardUnreachable(`${place} cannot be reached`, { cause: error });
    },
  );
  if (!response.ok) throw new GuardUnreachable(`${place} returned ${response.status}`);
  const health = parseJson(releaseHealthAnswerSchema, await response.text());
  if (!health.success) throw new GuardUnreachable(`${place} did not return release health`);
  return health.output.items;
}

/** Returns false when another command has changed the canary meanwhile. */
async function halt(request: GuardRequest, canary: RunningCanary, why: string): Promise<boolean> {
  const { isChanged } = await changeComposition({
    ...request,
    // Halting brings visitors no new release: the gate must not prevent it.
    isForced: true,
    why,
    next: async (live) =>
      live !== undefined && isRunning(live.composition, canary)
        ? withHalted(live.composition, canary.area)
        : undefined,
  });
  return isChanged;
}
