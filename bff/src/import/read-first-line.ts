import { stat } from 'node:fs/promises';
import { ImportError } from './import-error.ts';
import { readRecords } from './read-records.ts';

/** Returns the header that several CSV files share. Throws ImportError. A pipe would have lost what is read of it here. */
export async function readFirstLine(files: readonly string[]): Promise<string> {
  const headers = new Set<string>();
  for (const file of files) {
    if (!(await stat(file)).isFile())
      throw new ImportError(`${file} is no regular file. CSV is read twice: store it in a file first.`);
    for await (const part of readRecords([file], 'lines')) {
      headers.add(part.records()[0]?.text ?? '');
      break;
    }
  }
  const [header, ...others] = headers;
  if (header === undefined) throw new ImportError('The files are empty.');
  if (others.length > 0) throw new ImportError('The files have different columns: import them one by one.');
  return header;
}
