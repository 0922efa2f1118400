import * as v from 'valibot';
import { defineCommand, wholeNumber } from '../cli/command.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { readLive } from '../composition/composition-file.ts';
import { type HistoryEntry, readHistory } from '../composition/history.ts';
import { changedStates, describeChange, statesOf } from '../composition/states.ts';

export const history = defineCommand({
  name: 'history',
  summary: 'list who changed what, when and why, newest first',
  options: { '--limit <number>': 'maximum number of entries (20)' },
  details: 'Checks the signatures of every entry and the chain of hashes. Exit 5 when the chain is broken.',
  input: v.object({ limit: v.optional(wholeNumber(1, 100_000), '20') }),
  async run({ limit }, { store, publicKey }) {
    const key = await publicKey();
    const live = await readLive(store, key);
    const entries: HistoryEntry[] = [];
    for await (const entry of readHistory(store, live, key)) {
      entries.push(entry);
      if (entries.length === limit) break;
    }
    const data = {
      entries: entries.map(({ composition, change }) => change ?? { number: composition.number }),
    };
    return { data, text: entries.map(textOf).join('\n') || 'Nothing has been live yet.' };
  },
});

function textOf({ composition, change }: HistoryEntry): string {
  if (change === undefined) return `${composition.number}  ${composition.created}  (no change record)`;
  const head = `${change.number}  ${change.when}  ${change.who}  ${change.command}: ${change.why}`;
  return [head, ...describeChange(change).map((line) => `    ${line}`)].join('\n');
}

const numberSchema = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const diff = defineCommand({
  name: 'diff',
  summary: 'show the differences between two compositions',
  arguments: '<from> <to>',
  input: v.object({ from: numberSchema, to: numberSchema }),
  async run({ from, to }, { store, publicKey }) {
    const key = await publicKey();
    const live = await readLive(store, key);
    const found = new Map<number, HistoryEntry>();
    for await (const entry of readHistory(store, live, key)) {
      found.set(entry.composition.number, entry);
      if (found.has(from) && found.has(to)) break;
    }
    const [before, after] = [from, to].map((number) => {
      const entry = found.get(number);
      if (entry === undefined) throw new UsageError(`composition ${number} has never been live`);
      return statesOf(entry.composition);
    });
    const changes = changedStates(before ?? {}, after ?? {});
    return {
      data: { from, to, ...changes },
      text: describeChange(changes).join('\n') || 'Both have the same releases.',
    };
  },
});
