import { type Live, readLive } from '../composition/live.ts';
import { changedStates, describeChange, statesOf } from '../composition/states.ts';
import { isSameSet, type Parts, writeComposition } from '../composition/write-composition.ts';
import { faultPoint } from '../fault-point.ts';
import { checkSet } from '../gate/check-set.ts';
import { describeFindings, type Finding } from '../gate/finding.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import { type ReleaseStore, StoreConflict } from '../store/release-store.ts';

/** The gate holds something against a change. */
export class GateRefused extends Error {
  override readonly name = 'GateRefused';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(`The gate refuses it:\n${describeFindings(findings)}\nNothing has changed.`);
    this.findings = findings;
  }
}

export interface Change {
  store: ReleaseStore;
  key: SigningKey;
  command: string;
  who: string;
  why: string;
  /** Only say what would be done. */
  isDryRun?: boolean;
  /** Go on although the gate holds something against it. */
  isForced?: boolean;
  /** The number that has to be live for the change to be made. */
  expected?: number | undefined;
  /** What is new to visitors: its files and sizes are checked. */
  candidates?: ReleaseName[];
  /** Decides on the next set; undefined: nothing is to be done. */
  next: (live: Live | undefined) => Promise<Parts | undefined>;
}

export interface Changed {
  number: number;
  isChanged: boolean;
  isDryRun: boolean;
  /** What the gate held against it, if it was forced. */
  findings: readonly Finding[];
  changes: string[];
}

/**
 * The one way from a command to a new composition: reads what is live, decides, asks the gate, writes. Throws
 * GateRefused, StoreConflict, and whatever the decision throws; then nothing has changed.
 */
export async function changeComposition(change: Change): Promise<Changed> {
  return change.store.exclusively(async () => {
    faultPoint('locked');
    const live = await readLive(change.store, change.key.publicKey);
    const number = live?.composition.number ?? 0;
    if (change.expected !== undefined && change.expected !== number)
      throw new StoreConflict(`composition ${number} is live, not ${change.expected}`);
    const parts = await change.next(live);
    if (parts === undefined || (live !== undefined && isSameSet(live.composition, parts)))
      return { number, isChanged: false, isDryRun: false, findings: [], changes: [] };
    const findings = await newFindings(change, live, parts);
    if (findings.length > 0 && change.isForced !== true) throw new GateRefused(findings);
    const changes = describeChange(changedStates(statesOf(live?.composition), statesOf({ ...parts })));
    if (change.isDryRun === true) return { number, isChanged: false, isDryRun: true, findings, changes };
    const written = await writeComposition({ ...change, parts, live });
    return { number: written.number, isChanged: true, isDryRun: false, findings, changes };
  });
}

/** What is wrong with the set that is live already must not keep anybody from rolling another area back. */
async function newFindings({ store, candidates = [] }: Change, live: Live | undefined, parts: Parts) {
  const findings = await checkSet(store, parts, candidates);
  if (findings.length === 0 || live === undefined) return findings;
  const known = new Set(
    (await checkSet(store, live.composition, [])).map((finding) => JSON.stringify(finding)),
  );
  return findings.filter((finding) => !known.has(JSON.stringify(finding)));
}
