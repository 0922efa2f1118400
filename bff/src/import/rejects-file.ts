import { type FileHandle, open, readFile, realpath, stat } from 'node:fs/promises';
import { describeFileError } from '../errors/file-error.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { ImportError } from './import-error.ts';
import type { SourceRecord } from './read-records.ts';

export interface Fault {
  record: SourceRecord;
  reason: string;
}

/** The sizes of the file for records and of that for reasons. */
export interface RejectsSize {
  /**
   * The name of the first; null if another import has taken it, undefined without one and for progress that an older version has
   * saved.
   */
  file?: string | null;
  records: number;
  reasons: number;
}

/** Receives faulty records. */
export interface Rejects {
  /** Writes faults to the disk. Returns how long the files are then. */
  add(faults: readonly Fault[]): Promise<RejectsSize>;
  close(): Promise<void>;
}

const nothing: RejectsSize = { records: 0, reasons: 0 };

/**
 * Opens the file for faulty records, which can be corrected there and imported, and beside it one for their reasons. What an
 * interrupted import wrote beyond what it `counted` is removed; without a count, or with that of other files, these are new. Throws
 * ImportError if rejects are in new files. Without a name, faulty records are not stored.
 */
export async function openRejects(
  name: string | undefined,
  header: string | undefined,
  before?: RejectsSize,
): Promise<Rejects> {
  if (name === undefined) return { add: () => Promise.resolve(nothing), close: () => Promise.resolve() };
  const counted = before?.file === undefined || before.file === name ? before : undefined;
  for (const each of counted === undefined ? [name, `${name}.reasons`] : [])
    await refuseWritten(each, header);
  const size = counted ?? nothing;
  const records = await openAt(name, size.records);
  const reasons = await openAt(`${name}.reasons`, size.reasons);
  if (size.records === 0 && header !== undefined) await records.append([header]);
  return {
    add: async (faults) => ({
      file: name,
      // What is left of a cut line would become a whole one here.
      records: await records.append(
        faults.filter(({ record }) => record.hasNoEnd !== true).map(({ record }) => record.text),
      ),
      reasons: await reasons.append(
        faults.map(({ record: { file, line }, reason }) => `${file}:${line}: ${reason}`),
      ),
    }),
    close: async () => {
      await Promise.all([records.close(), reasons.close()]);
    },
  };
}

/** Throws ImportError if a file for rejects is one of the sources, by whatever path: it would be overwritten. */
export async function refuseSource(name: string | undefined, files: readonly string[]): Promise<void> {
  // The standard input may have no path.
  const sources = await Promise.all(files.map((file) => realpath(file).catch(() => file)));
  for (const each of name === undefined ? [] : [name, `${name}.reasons`]) {
    const found = await realpath(each).catch(() => undefined);
    if (found !== undefined && sources.includes(found))
      throw new ImportError(`The file ${each} is imported: it cannot receive rejects.`);
  }
}

/** The rejects of an earlier import may be corrected there already. The header alone is none. */
async function refuseWritten(name: string, header: string | undefined): Promise<void> {
  const found = await stat(name).catch(() => undefined);
  const empty = ['', `${header}\n`];
  const isEmpty =
    found?.isFile() === true && found.size <= 10_000 && empty.includes(await readFile(name, 'utf8'));
  if (found !== undefined && !isEmpty)
    throw new ImportError(`The file ${name} exists: name another one for --rejects, or remove it.`);
}

async function openAt(name: string, size: number) {
  const file = await openForWriting(name);
  await file.truncate(size);
  let position = size;
  return {
    append: async (lines: readonly string[]): Promise<number> => {
      if (lines.length === 0) return position;
      const text = Buffer.from(`${lines.join('\n')}\n`);
      try {
        // A disk that becomes full takes the first bytes without an error.
        for (let done = 0; done < text.length; )
          done += (await file.write(text, done, text.length - done, position + done)).bytesWritten;
        await file.datasync();
      } catch (error) {
        throw unwritable(name, error);
      }
      position += text.length;
      return position;
    },
    close: () => file.close(),
  };
}

/** The system names no file when it cannot be written. */
function unwritable(name: string, cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const fault = describeFileError(Object.assign(cause, { path: name }));
  if (fault === undefined) return cause;
  const next =
    'When it can be written, repeat the command with the same arguments: it continues where it was.';
  return new OperatorError(`${fault} ${next}`, { cause });
}

/** Rejects are personal data, as the records are: nobody else may read them. */
async function openForWriting(name: string): Promise<FileHandle> {
  return open(name, 'r+').catch(() => open(name, 'w', 0o600));
}
