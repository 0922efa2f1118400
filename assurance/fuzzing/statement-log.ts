import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { waitFor } from '@portal/testbed/runner/concurrency';
import type { CheckBff } from '../harness/bff.ts';

/** An entry of the database's log. */
interface Entry {
  /** SQLSTATE; `00000` for statements. */
  state: string;
  text: string;
}

const prefix = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \S+ \[\d+\] ([0-9A-Z]{5}) (.*)$/s;

/**
 * Lets the embedded database write every statement to its log. Parameters and rows are written as details, which are left out, so what
 * stands in a statement has become part of it. Returns a function that reads the entries until a statement with `mark`.
 */
export async function logStatements({ database, dataFolder }: CheckBff) {
  const file = path.join(dataFolder, 'postgres.log');
  const start = (await readFile(file, 'utf8')).length;
  await database.query("alter system set log_line_prefix = '%m [%p] %e '");
  await database.query("alter system set log_statement = 'all'");
  await database.query('select pg_reload_conf()');
  const readEntries = (mark: string): Promise<Entry[]> =>
    waitFor(`the log of the database does not contain ${mark}`, async () => {
      await database.query(`select '${mark}'`);
      const entries = entriesIn((await readFile(file, 'utf8')).slice(start));
      return entries.some(({ text }) => text.includes(mark)) ? entries : undefined;
    });
  // A connection reads the settings some time after the reload.
  await readEntries('beginning-of-the-log');
  return readEntries;
}

function entriesIn(log: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of log.split('\n')) {
    const [, state, text = ''] = prefix.exec(line) ?? [];
    const last = entries.at(-1);
    if (state !== undefined) entries.push({ state, text });
    else if (last !== undefined) last.text += `\n${line}`;
  }
  return entries.filter(({ text }) => !text.startsWith('DETAIL:'));
}
