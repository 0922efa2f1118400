import type { BankEntry } from './bank-entry.ts';
import { findAllNumbers } from './find-reference.ts';
import type { Source } from './import-statement.ts';

/** An entry that a dry run tries. */
export interface Tried {
  entry: BankEntry;
  source: Source;
  /** Its place in the file. */
  index: number;
}

/**
 * Puts entries together that share a number or id, or of which one concerns the other, also through others, in the order of the file.
 * An entry concerns another one if it may change what becomes of it: while it waits, the bank may take it back instead, and entries of
 * two statements may be one booking. Entries are found by what they have in common, because a file may have thousands.
 */
export function groupsOf(all: readonly Tried[], waiting: ReadonlySet<Tried>): Tried[][] {
  const leaders = new Map<Tried, Tried>();
  const leaderOf = (each: Tried): Tried => {
    let leader = each;
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next;
    if (leader !== each) leaders.set(each, leader);
    return leader;
  };
  const join = (members: readonly Tried[]) => {
    for (const each of members.slice(1)) {
      const [leader, other] = [leaderOf(members[0] ?? each), leaderOf(each)];
      if (leader !== other) leaders.set(other, leader);
    }
  };

  for (const same of byKeys(all, ({ entry }) => [entry.bank_entry_id, ...findAllNumbers(entry)]).values())
    join(same);
  for (const same of byKeys(all, referencesOf).values()) if (areOfSeveralStatements(same)) join(same);
  const byAmount = byKeys(all, ({ entry }) => [entry.amount]);
  for (const [debit, taken] of byKeys([...waiting], ({ entry }) => [`-${entry.amount}`]))
    if (byAmount.has(debit)) join([...taken, ...(byAmount.get(debit) ?? [])]);
  for (const equal of [...byAmount.values(), ...byKeys(all, ({ entry }) => [entry.entry_amount]).values()]) {
    if (!areOfSeveralStatements(equal)) continue;
    for (const each of equal)
      if (waiting.has(each)) join([each, ...equal.filter((other) => mayBeOneBooking(each, other))]);
  }
  const groups = Map.groupBy(
    all.toSorted((a, b) => a.index - b.index),
    leaderOf,
  );
  return [...groups.values()];
}

function byKeys(
  all: readonly Tried[],
  keysOf: (each: Tried) => readonly (string | null)[],
): Map<string, Tried[]> {
  const found = new Map<string, Tried[]>();
  for (const each of all) {
    for (const key of keysOf(each)) {
      if (key === null) continue;
      const others = found.get(key);
      if (others === undefined) found.set(key, [each]);
      else others.push(each);
    }
  }
  return found;
}

function referencesOf({ entry }: Tried) {
  return [entry.entry_reference, entry.transfer_reference];
}

function areOfSeveralStatements([first, ...others]: readonly Tried[]): boolean {
  return others.some(({ source }) => source !== first?.source);
}

/** Whether entries of equal amounts are of two statements, and not of two payers. */
function mayBeOneBooking({ entry, source }: Tried, { entry: other, source: others }: Tried): boolean {
  if (source === others) return false;
  return entry.payer_iban === null || other.payer_iban === null || entry.payer_iban === other.payer_iban;
}
