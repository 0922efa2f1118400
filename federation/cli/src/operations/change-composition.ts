import type { PortalFacts } from '@portal/federation-contract/portal-facts';
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
import { checkSet, withoutUnfitHost } from '../gate/check-set.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { StoreConflict } from '../store/release-store.ts';
import { OperationRefused } from './live-units.ts';
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
  /** Decides on the next set; undefined when nothing changes. */
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

/**
 * Makes a change: reads the live composition, decides, checks with the gate, writes. All commands that change releases use
 * it. Throws GateRefused, StoreConflict, and what the decision throws; then nothing has changed.
 */
export async function changeComposition(change: Change): Promise<Changed> {
  return change.store.exclusively(async () => {
    faultPoint('locked');
    const live = await readBase(change);
    const number = live?.composition.number ?? 0;
    if (change.expected !== undefined && change.expected !== number)
      throw new StoreConflict(`composition ${number} is live, not ${change.expected}`);
    const store = trusted(change.store, live, change.key.publicKey);
    const refusal = refusalByRules(live?.change?.rollout ?? [], change.goingLive ?? []);
    if (refusal !== undefined && change.isForced !== true) throw new OperationRefused(refusal);
    const decided = await change.next(live, store);
    const units =
      decided &&
      (await withoutUnfitHost(
        store,
        withoutWithdrawnFallbacks({ withdrawn: live?.composition.withdrawn, ...decided }),
      ));
    if (units === undefined || (live !== undefined && isSameSet(live.composition, units)))
      return { number, isChanged: false, isDryRun: false, findings: [], changes: [] };
    const findings = await newFindings({ ...change, store }, live, units);
    if (findings.length > 0 && change.isForced !== true) throw new GateRefused(findings);
    const changes = describeChange(changedStates(statesOf(live?.composition), statesOf(units)));
    if (change.isDryRun === true) return { number, isChanged: false, isDryRun: true, findings, changes };
    const written = await writeComposition({ ...change, units, live });
    return { number: written.number, isChanged: true, isDryRun: false, findings, changes };
  });
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
  const findings = await checkSet(store, units, candidates, facts);
  if (findings.length === 0 || live === undefined) return findings;
  const known = new Set((await checkSet(store, live.composition, [], facts)).map(identityOf));
  return findings.filter((finding) => !known.has(identityOf(finding)));
}

/** The advice depends on the release's place in the set. */
function identityOf({ advice: _, ...finding }: Finding): string {
  return JSON.stringify(finding);
}
