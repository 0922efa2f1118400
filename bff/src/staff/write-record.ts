import { createReadStream } from 'node:fs';
import { appendFile, stat, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/**
 * Appends the record of an action to a log, unless a log has it. Returns whether it did. If that fails, the record remains
 * in the database for a repeated command.
 */
export async function writeRecord(
  database: Pick<Database, 'asBackground'>,
  key: string,
  log: string,
): Promise<boolean> {
  return database.asBackground(async (tx) => {
    // A parallel command with this key waits here, and then finds no record.
    const waiting = await tx.first<{ record: string }>(sql`
      delete from unwritten_records where action_key = ${key} returning record`);
    // A command that was killed before its commit has written the record already.
    if (waiting === undefined || (await hasLine(log, waiting.record))) return false;
    await append(log, waiting.record);
    return true;
  });
}

async function hasLine(log: string, record: string): Promise<boolean> {
  // A device or pipe may have no end.
  if ((await fileSize(log)) === undefined) return false;
  const lines = createInterface({ input: createReadStream(log), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line === record.trimEnd()) return true;
  return false;
}

/** Appends a line, all of it or nothing: verification reports a part of a record as a forgery. */
async function append(log: string, record: string): Promise<void> {
  const before = await fileSize(log);
  const isInLine = before !== undefined && before > 0 && (await readFrom(log, before - 1)) !== '\n';
  const line = isInLine ? `\n${record}` : record;
  try {
    await appendFile(log, line, { flush: before !== undefined });
  } catch (error) {
    // Other processes may write to the log: only what is certainly this part is removed.
    if (before !== undefined && line.startsWith(await readFrom(log, before))) await truncate(log, before);
    throw error;
  }
}

/** The size of a regular file; undefined for a device or a pipe. */
async function fileSize(file: string): Promise<number | undefined> {
  const found = await stat(file);
  return found.isFile() ? found.size : undefined;
}

async function readFrom(file: string, start: number): Promise<string> {
  return text(createReadStream(file, { start }));
}
