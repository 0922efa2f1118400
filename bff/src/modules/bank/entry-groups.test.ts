import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groupsOf, type Tried } from './entry-groups.ts';
import { findAllNumbers } from './find-reference.ts';
import { readStatements } from './read-statement.ts';
import { sampleStatement } from './statement.fixtures.ts';

const sample = readStatements(sampleStatement([{ amount: '1.00' }]))[0]!.entries[0]!;
const sources = ['S1', 'S2', 'S3'].map((fileName) => ({ fileName, ids: [] }));

const entries = fc.array(
  fc.record({
    bank_entry_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'),
    amount: fc.constantFrom('1.00', '-1.00', '2.00', '-2.00', '3.00'),
    entry_amount: fc.constantFrom('1.00', '5.00', '6.00', '7.00'),
    payer_iban: fc.constantFrom(null, 'EE1', 'EE2'),
    entry_reference: fc.constantFrom(null, 'r1', 'r2', 'r3', 'r4'),
    transfer_reference: fc.constantFrom(null, 'r4', 'r5', 'r6', 'r7'),
    remittance: fc.constantFrom('', 'PF2026000001', 'PF2026000002 PF2026000003', 'PF2026000003'),
    source: fc.constantFrom(...sources),
    waits: fc.boolean(),
  }),
  { maxLength: 8 },
);

/** Compares each entry with each other one. */
function groupsByPairs(all: readonly Tried[], waiting: ReadonlySet<Tried>): Set<Tried>[] {
  const groups = all.map((each) => new Set([each]));
  for (const each of all) {
    for (const other of all) {
      if (!shareKey(each, other) && !concerns(each, other, waiting.has(each))) continue;
      const met = groups.filter((group) => group.has(each) || group.has(other));
      const [first, ...others] = met;
      for (const group of others) {
        for (const member of group) first?.add(member);
        groups.splice(groups.indexOf(group), 1);
      }
    }
  }
  return groups;
}

const keysOf = ({ entry }: Tried) => [entry.bank_entry_id, ...findAllNumbers(entry)];
const shareKey = (one: Tried, other: Tried) => keysOf(one).some((key) => keysOf(other).includes(key));

function concerns(
  { entry, source }: Tried,
  { entry: other, source: others }: Tried,
  isWaiting: boolean,
): boolean {
  if (isWaiting && other.amount === `-${entry.amount}`) return true;
  if (source === others) return false;
  const references = [entry.entry_reference, entry.transfer_reference].filter((each) => each !== null);
  if (references.some((each) => each === other.entry_reference || each === other.transfer_reference))
    return true;
  const isEqual = entry.amount === other.amount || entry.entry_amount === other.entry_amount;
  const payer = entry.payer_iban ?? other.payer_iban;
  return isWaiting && isEqual && (other.payer_iban ?? payer) === payer;
}

test('puts the same entries together as a comparison of all pairs', () => {
  fc.assert(
    fc.property(entries, (given) => {
      const all = given.map(({ source, waits: _, ...entry }, index) => ({
        entry: { ...sample, reference: null, ...entry },
        source,
        index,
      }));
      const waiting = new Set(all.filter((_each, index) => given[index]?.waits));
      const places = (groups: Iterable<Iterable<Tried>>) =>
        [...groups].map((group) =>
          [...group]
            .map(({ index }) => index)
            .toSorted((a, b) => a - b)
            .join(),
        );
      const found = groupsOf(all, waiting);
      expect(places(found).toSorted()).toEqual(places(groupsByPairs(all, waiting)).toSorted());
      expect(found.map(([first]) => first?.index)).toEqual(
        found.map(([first]) => first?.index).toSorted((a = 0, b = 0) => a - b),
      );
    }),
    { numRuns: 2_000 },
  );
});
