import * as v from 'valibot';
import { defineCommand, wholeNumber } from '../cli/command.ts';
import { singleLine } from '../cli/terminal-text.ts';
import { readLive } from '../composition/composition-file.ts';
import { type HistoryEntry, readHistory } from '../composition/history.ts';
import { describeChange } from '../composition/states.ts';

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
    const data = { entries: entries.map(({ change }) => change) };
    return { data, text: entries.map(textOf).join('\n') || 'Nothing has been live yet.' };
  },
});

function textOf({ change }: HistoryEntry): string {
  const { number, when, who, command, why } = change;
  const head = singleLine(`${number}  ${when}  ${who}  ${command}: ${why}`);
  return [head, ...describeChange(change).map((line) => `    ${line}`)].join('\n');
}
