import type { Composition } from '@portal/federation-contract/composition';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import { releaseHealthAnswerSchema } from '@portal/federation-contract/release-telemetry';
import * as v from 'valibot';
import { readHistory } from '../composition/history.ts';
import { type Live, readLive } from '../composition/live.ts';
import { changeComposition } from '../operations/change-composition.ts';
import { withHalted } from '../operations/live-units.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { canaryVerdict, type Limits, type Verdict } from './canary-verdict.ts';

/** The portal does not return the health of its releases; the message contains its response. */
export class GuardUnreachable extends Error {
  override readonly name = 'GuardUnreachable';
}

export interface GuardRequest {
  store: ReleaseStore;
  facts: PortalFacts;
  key: SigningKey;
  command: string;
  who: string;
  /** Origin of the portal whose reports are read. */
  url: string;
  /** The portal's `OPS_TOKEN`. */
  token: string;
  limits: Limits;
  isDryRun: boolean;
}

/** Milliseconds. */
const patience = 10_000;

export interface Watched {
  area: string;
  version: string;
  verdict: Verdict;
  isHalted: boolean;
}

/** Checks every running canary once; halts those whose failures exceed the active release's. */
export async function guardRound(request: GuardRequest): Promise<Watched[]> {
  const { store, key } = request;
  const live = await readLive(store, key.publicKey);
  if (live === undefined) return [];
  const watched: Watched[] = [];
  for (const canary of canariesOf(live.composition)) {
    const since = await beginningOf(store, live, key.publicKey, canary);
    const verdict = canaryVerdict(await readHealth(request, since), canary, request.limits);
    const isHalted =
      verdict.decision === 'halt' && !request.isDryRun && (await halt(request, canary, verdict.reason));
    watched.push({ area: canary.area, version: canary.candidate, verdict, isHalted });
  }
  return watched;
}

interface RunningCanary {
  area: string;
  active: string;
  candidate: string;
}

function canariesOf({ areas }: Composition): RunningCanary[] {
  return areas.flatMap(({ area, active, canary }) =>
    canary === null ? [] : [{ area: area.id, active: active.version, candidate: canary.release.version }],
  );
}

/** When the candidate became this area's canary; a raised share does not restart the count. */
async function beginningOf(
  store: ReleaseStore,
  live: Live,
  publicKey: string,
  { area, candidate }: RunningCanary,
): Promise<string> {
  let since = live.composition.created;
  for await (const { composition } of readHistory(store, live, publicKey)) {
    const found = composition.areas.find((one) => one.area.id === area);
    if (found?.canary?.release.version !== candidate) break;
    since = composition.created;
  }
  return since;
}

async function readHealth({ url, token }: GuardRequest, since: string) {
  const address = new URL('/ops/release-health', url);
  address.searchParams.set('since', since);
  const place = `${address.origin}${address.pathname}`;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(patience) }).catch(
    (error: unknown) => {
      throw new GuardUnreachable(`${place} cannot be reached`, { cause: error });
    },
  );
  if (!response.ok) throw new GuardUnreachable(`${place} returned ${response.status}`);
  const answer = v.safeParse(
    v.pipe(v.string(), v.parseJson(), releaseHealthAnswerSchema),
    await response.text(),
  );
  if (!answer.success) throw new GuardUnreachable(`${place} did not return release health`);
  return answer.output.items;
}

/** False: somebody else has changed the canary meanwhile. */
async function halt(request: GuardRequest, canary: RunningCanary, why: string): Promise<boolean> {
  const { isChanged } = await changeComposition({
    ...request,
    isDryRun: false,
    // Halting brings nothing new to anybody: no gate may stand in its way.
    isForced: true,
    why,
    next: async (live) => {
      const area = live?.composition.areas.find((one) => one.area.id === canary.area);
      if (live === undefined || area?.canary?.release.version !== canary.candidate) return undefined;
      return withHalted(live.composition, canary.area);
    },
  });
  return isChanged;
}
