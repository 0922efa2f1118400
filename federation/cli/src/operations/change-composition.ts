import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { type Live, readLive, recoverLive, trusted } from '../composition/composition-file.ts';
import { refusalByRules } from '../composition/rollout-rules.ts';
import { changedStates, describeChange, statesOf } from '../composition/states.ts';
import {
  type ChangeRequest,
  isSameSet,
  type UnitSet,
  writeComposition,
} from '../composition/write-composition.ts';
import { faultPoint } from '../fault-point.ts';
import { describeFindings, type Finding } from '../gate/check-release.ts';
import {
  checkReturning,
  checkSet,
  identityOf,
  withoutUnfitHost,
  withoutUnreadReasons,
} from '../gate/check-set.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { StoreConflict } from '../store/release-store.ts';
import { storeReport } from '../trial-run/trial-report.ts';
import type { TrialRequest, TrialResult } from '../trial-run/trial-run.ts';
import { canaryVersion, liveArea, OperationRefused } from './live-units.ts';
import { withoutWithdrawnFallbacks } from './withdrawals.ts';

/** The gate refuses a change. */
export class GateRefused extends Error {
  override readonly name = 'GateRefused';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(`The gate refuses the change:\n${describeFindings(findings)}\nNothing has changed.`);
    this.findings = findings;
  }
}

export interface Change extends ChangeRequest {
  facts: PortalFacts;
  /** Report the change without making it. */
  isDryRun?: boolean;
  /** Make the change although the gate refuses it. */
  isForced?: boolean;
  /** When composition.json is missing or damaged, continue from the newest signed copy. */
  recovers?: boolean;
  /** The change is refused unless the composition of this number is live. */
  expected?: number | undefined;
  /** Releases that are new to visitors: their files and sizes are checked. */
  candidates?: ReleaseName[];
  /** Units of which a new release goes live: freezes and windows may refuse it. */
  goingLive?: readonly string[];
  /** Runs the releases of `goingLive` in a browser before they go live. */
  runCandidates?: ((request: TrialRequest) => Promise<TrialResult>) | undefined;
  /** Decides on the next set; undefined when nothing changes. May be called more than once. */
  next: (live: Live | undefined, store: TrustedStore) => Promise<UnitSet | undefined>;
}

export interface Changed {
  number: number;
  isChanged: boolean;
  isDryRun: boolean;
  /** The gate's findings when the change was forced. */
  findings: readonly Finding[];
  changes: string[];
}

/** Attempts of a change whose trial run was overtaken by other changes. */
const attempts = 3;

/**
 * Makes a change: reads the live composition, decides, checks with the gate, writes. All commands that change releases use
 * it. A trial run takes long, so it runs before the store is locked, and again if another change has gone live meanwhile.
 * Throws GateRefused, StoreConflict, and what the decision throws; then nothing has changed.
 */
export async function changeComposition(change: Change): Promise<Changed> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const tried = await tryNext(change);
    const changed = await change.store.exclusively(() => makeChange(change, tried));
    if (changed !== 'overtaken') return changed;
  }
  throw new StoreConflict(`other changes went live during ${attempts} trial runs`);
}

/** What a command wants to make live, and what it is based on. */
interface Decision {
  live: Live | undefined;
  store: TrustedStore;
  /** Undefined when nothing changes. */
  units: UnitSet | undefined;
}

interface Tried extends TrialResult, Pick<Decision, 'live' | 'units'> {}

/** The trial run of the set that would go live now; undefined when the change needs none. */
async function tryNext(change: Change): Promise<Tried | undefined> {
  const { runCandidates, goingLive = [] } = change;
  if (runCandidates === undefined) return undefined;
  const { live, store, units } = await decide(change);
  if (units === undefined) return undefined;
  const refused = await newFindings({ ...change, store }, live, units);
  // What does not fit the live set may not even start.
  if (refused.length > 0) return { live, units, findings: [], pages: [] };
  const candidates = goingLive.map((unit) => ({ unit, version: nextVersion(units, unit) }));
  return { live, units, ...(await runCandidates({ store, live: live?.composition, units, candidates })) };
}

/** The version of a unit that is new to visitors in a set that is to go live. */
function nextVersion(units: UnitSet, unit: string): string {
  const active = () => (unit === 'host' ? units.host : liveArea(units, unit).active).version;
  return canaryVersion(units, unit) ?? active();
}

async function makeChange(change: Change, tried: Tried | undefined): Promise<Changed | 'overtaken'> {
  faultPoint('locked');
  const { live, store, units } = await decide(change);
  const number = live?.composition.number ?? 0;
  if (units === undefined) return { number, isChanged: false, isDryRun: false, findings: [], changes: [] };
  if (tried !== undefined && !isSameDecision(tried, { live, units })) return 'overtaken';
  const findings = [...(await newFindings({ ...change, store }, live, units)), ...(tried?.findings ?? [])];
  if (findings.length > 0 && change.isForced !== true) throw new GateRefused(findings);
  const changes = describeChange(changedStates(statesOf(live?.composition), statesOf(units)));
  if (change.isDryRun === true) return { number, isChanged: false, isDryRun: true, findings, changes };
  const trialRun = await storeReport(store, tried?.pages ?? []);
  const written = await writeComposition({ ...change, units, live, trialRun });
  return { number: written.number, isChanged: true, isDryRun: false, findings, changes };
}

async function decide(change: Change): Promise<Decision> {
  const live = await readBase(change);
  const number = live?.composition.number ?? 0;
  if (change.expected !== undefined && change.expected !== number)
    throw new StoreConflict(`composition ${number} is live, not ${change.expected}`);
  const store = trusted(change.store, live, change.key.publicKey);
  const refusal = refusalByRules(live?.change.rollout ?? [], change.goingLive ?? []);
  if (refusal !== undefined && change.isForced !== true) throw new OperationRefused(refusal);
  const decided = await change.next(live, store);
  if (decided === undefined) return { live, store, units: undefined };
  const withdrawn = live?.composition.withdrawn;
  const units = await usable(store, withoutWithdrawnFallbacks({ withdrawn, ...decided }));
  const isSame = live !== undefined && isSameSet(live.composition, units);
  return { live, store, units: isSame ? undefined : units };
}

/** Garbage collection makes a composition of its own, with the same set. */
function isSameDecision(a: Pick<Decision, 'live' | 'units'>, b: Pick<Decision, 'live' | 'units'>): boolean {
  const isSame = (one: UnitSet | undefined, other: UnitSet | undefined) =>
    one === undefined || other === undefined ? one === other : isSameSet(one, other);
  return isSame(a.units, b.units) && isSame(a.live?.composition, b.live?.composition);
}

/** The set without what the pages of its hosts could not use. */
async function usable(store: TrustedStore, units: UnitSet): Promise<UnitSet> {
  return withoutUnreadReasons(store, await withoutUnfitHost(store, units));
}

async function readBase({ store, key: { publicKey }, recovers }: Change): Promise<Live | undefined> {
  try {
    return await readLive(store, publicKey);
  } catch (error) {
    if (recovers !== true || !(error instanceof CompositionRefused)) throw error;
    return recoverLive(store, publicKey);
  }
}

/** A fault of the set that is already live must not prevent the rollback of another area. */
async function newFindings(
  { store, facts, candidates = [] }: Change & { store: TrustedStore },
  live: Live | undefined,
  units: UnitSet,
) {
  const found = await checkSet(store, units, candidates, facts);
  if (live === undefined) return found;
  const returning = returningIn(live, units, candidates).map((name) => checkReturning(store, name));
  const findings = [...found, ...(await Promise.all(returning)).flat()];
  if (findings.length === 0) return findings;
  const known = new Set((await checkSet(store, live.composition, [], facts)).map(identityOf));
  return findings.filter((finding) => !known.has(identityOf(finding)));
}

/** The releases that a rollback or withdrawal makes active, whose files may have been damaged since they were last live. */
function returningIn(
  { composition }: Live,
  units: UnitSet,
  candidates: readonly ReleaseName[],
): ReleaseName[] {
  const known = [...activeIn(composition), ...candidates];
  return activeIn(units).filter(
    ({ unit, version }) => !known.some((one) => one.unit === unit && one.version === version),
  );
}

/** Except those of development servers. */
function activeIn(units: UnitSet): ReleaseName[] {
  return namedReleases(units).flatMap(({ unit, role, release: { version, manifest } }) =>
    role === 'active' && manifest !== null ? [{ unit, version }] : [],
  );
}
