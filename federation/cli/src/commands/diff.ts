import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { type CommandResult, defineCommand, wholeNumber } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { exitCodes, UsageError } from '../cli/exit-codes.ts';
import { readLive } from '../composition/composition-file.ts';
import { type HistoryEntry, readHistory } from '../composition/history.ts';
import { changedStates, describeChange, statesOf } from '../composition/states.ts';
import { OperationRefused } from '../operations/live-units.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { diffHtml } from '../trial-run/diff-html.ts';
import { readLastRun } from '../trial-run/last-run.ts';
import {
  filesOfReport,
  type ReportedPage,
  readPicture,
  readReport,
  reportFile,
} from '../trial-run/trial-report.ts';

const numberSchema = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const diff = defineCommand({
  name: 'diff',
  summary: 'show what a change looks like, or the differences between two compositions',
  arguments: '[change] [other]',
  options: {
    '--last': 'show the last trial run on this machine, also one that was refused',
    '--out <folder>': 'folder for the page with the pictures (DATA_DIR/trial-run/diff)',
  },
  details:
    'Of one change, by default the last with a trial run: lists the pages that the gate opened, with the share of changed\npixels, and writes an HTML page with each page before and after, and the difference. Pictures are checked against the\nsigned record; exit 5 when one differs. Of two compositions: lists the releases in which they differ.',
  input: v.object({
    change: v.optional(numberSchema),
    other: v.optional(numberSchema),
    last: v.optional(v.boolean(), false),
    out: v.optional(v.string()),
  }),
  async run({ change, other, last, out }, context) {
    if (last && change !== undefined) throw new UsageError('name a change, or use --last');
    const folder = path.resolve(out ?? path.join(context.dataFolder, 'trial-run', 'diff'));
    if (last) {
      const run = await readLastRun(context.dataFolder);
      if (run === undefined) throw new OperationRefused('no release has been run on this machine yet');
      return showRun(run.store, { title: 'The last trial run', hash: run.hash, folder });
    }
    if (change !== undefined && other !== undefined) return compareSets(change, other, context);
    const { number, hash } = await runOf(change, context);
    return showRun(context.store, { title: `Change ${number}`, hash, folder });
  },
});

/** The trial run of a change; without a number, of the newest change with one. Throws UsageError, OperationRefused. */
async function runOf(
  wanted: number | undefined,
  { store, publicKey }: Context,
): Promise<{ number: number; hash: string }> {
  const key = await publicKey();
  for await (const { composition, change } of readHistory(store, await readLive(store, key), key)) {
    const { number } = composition;
    if (wanted !== undefined && wanted !== number) continue;
    if (change.trial_run !== undefined) return { number, hash: change.trial_run };
    if (wanted !== undefined) throw new OperationRefused(`change ${wanted} was made without a trial run`);
  }
  if (wanted !== undefined) throw new UsageError(`composition ${wanted} has never been live`);
  throw new OperationRefused('no change was made with a trial run');
}

interface Shown {
  title: string;
  /** Of the report. */
  hash: string;
  /** For the page with the pictures. */
  folder: string;
}

async function showRun(store: ReleaseStore, { title, hash, folder }: Shown): Promise<CommandResult> {
  const report = await readReport(store, hash);
  if (report === undefined) {
    const isThere = (await store.read(reportFile(hash))) !== undefined;
    if (!isThere) throw new OperationRefused(`${title}: "portal gc" has removed its pictures`);
    return {
      data: { hash },
      text: `${title}: its report is not the recorded one.`,
      code: exitCodes.unverified,
    };
  }
  const { pages } = report;
  removeLastPage(folder);
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  for (const file of filesOfReport(hash, report).slice(1)) {
    const name = path.basename(file);
    const picture = await readPicture(store, path.basename(file, '.png'));
    if (picture === undefined) faults.push(`${name} is missing or not the recorded one`);
    else writeFileSync(path.join(folder, name), picture);
  }
  const page = path.join(folder, 'index.html');
  writeFileSync(page, diffHtml(title, pages));
  return {
    data: { title, pages, page, faults },
    text: [`${title}: ${pages.length} pictures`, ...pages.map(rowOf), ...faults, `Open ${page}`].join('\n'),
    code: faults.length === 0 ? exitCodes.done : exitCodes.unverified,
  };
}

/** Removes the page that an earlier call has written. Throws UsageError if the folder contains anything else. */
function removeLastPage(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const other = names.find((name) => !/^(?:index\.html|[0-9a-f]{64}\.png)$/.test(name));
  if (other !== undefined)
    throw new UsageError(`${folder} contains ${other}: name a folder that is new or empty with --out`);
  for (const name of names) rmSync(path.join(folder, name));
}

function rowOf({ path: shown, width, changed, release }: ReportedPage): string {
  const share = changed === null ? 'new' : `${(changed * 100).toFixed(2)} %`;
  return `  ${share.padStart(8)}  ${String(width).padStart(4)} px  ${shown}  (${release})`;
}

async function compareSets(from: number, to: number, { store, publicKey }: Context): Promise<CommandResult> {
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
}
