import type { Composition } from '@portal/federation-contract/composition';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import { type ReleaseHealth, releaseHealthAnswerSchema } from '@portal/federation-contract/release-telemetry';
import { type Live, readLive } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import type { ChangeRequest } from '../composition/write-composition.ts';
import { changeComposition } from '../operations/change-composition.ts';
import { withHalted } from '../operations/live-units.ts';
import { parseJson, type ReleaseStore } from '../store/release-store.ts';

/** The portal does not return the health of its releases; the message contains its response. */
export class GuardUnreachable extends Error {
  override readonly name = 'GuardUnreachable';
}

interface Limits {
  /** Number of reports of the candidate that are needed for a decision. */
  minimum: number;
  /** Allowed difference between the failure rates of candidate and active release, in percentage points. */
  threshold: number;
}

export interface GuardRequest extends Omit<ChangeRequest, 'why'>, Limits {
  facts: PortalFacts;
  /** Origin of the portal whose reports are read. */
  url: string;
  /** The portal's `OPS_TOKEN`. */
  token: string;
  isDryRun: boolean;
}

/** Time limit of the request to the portal, in milliseconds. */
const patience = 10_000;

interface Rate {
  reports: number;
  failed: number;
  /** Percent. */
  rate: number;
}

interface Verdict {
  decision: 'halt' | 'wait' | 'pass';
  candidate: Rate;
  baseline: Rate;
  /** For the audit record. */
  reason: string;
}

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
    const since = await startOf(store, live, key.publicKey, canary);
    const verdict = canaryVerdict(await readHealth(request, since), canary, request);
    const isHalted =
      verdict.decision === 'halt' && !request.isDryRun && (await halt(request, canary, verdict.reason));
    watched.push({ area: canary.area, version: canary.candidate, verdict, isHalted });
  }
  return watched;
}

/** The versions of an area with a canary. */
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

/** When the candidate became the area's canary; a larger share does not restart the count. */
async function startOf(
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
    next: async (live) => {
      const area = live?.composition.areas.find((one) => one.area.id === canary.area);
      if (live === undefined || area?.canary?.release.version !== canary.candidate) return undefined;
      return withHalted(live.composition, canary.area);
    },
  });
  return isChanged;
}

/** Compares the failures of a canary with those of the active release, as reported since the canary began. */
export function canaryVerdict(
  items: readonly ReleaseHealth[],
  canary: RunningCanary,
  { minimum, threshold }: Limits,
): Verdict {
  const rateOf = (wanted: string, from: ReleaseHealth['source']) =>
    rate(
      items.filter(
        ({ area, version, source }) => area === canary.area && version === wanted && source === from,
      ),
    );
  const candidate = rateOf(canary.candidate, 'canary');
  const baseline = rateOf(canary.active, 'active');
  const reason = `${canary.area}@${canary.candidate}: ${describe(candidate)}; active ${canary.active}: ${describe(baseline)}`;
  const isWorse = candidate.rate > baseline.rate + threshold;
  const decision = candidate.reports < minimum ? 'wait' : isWorse ? 'halt' : 'pass';
  return { decision, candidate, baseline, reason };
}

function rate(items: readonly ReleaseHealth[]): Rate {
  const failed = items.reduce((sum, item) => sum + item.failed, 0);
  const reports = items.reduce((sum, item) => sum + item.loaded, failed);
  return { reports, failed, rate: reports === 0 ? 0 : (failed / reports) * 100 };
}

function describe({ reports, failed, rate: percent }: Rate): string {
  return `${failed} of ${reports} reports are failures (${percent.toFixed(1)} %)`;
}
