import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { startRenderProcess } from '../../documents/render-process.ts';
import type { ExportFile } from '../history-columns.ts';
import { renderExport } from '../render-export.ts';

/** A part of a file as it is stored. */
interface StoredPart {
  content: Uint8Array;
  /** Bytes of the part in the file. */
  size: number;
}

export interface ExportWriter {
  /** Writes rows, HistoryValues as JSON. */
  append(rows: string, isFirst: boolean): Promise<Uint8Array>;
  /** Returns the last part of the file. */
  end(): Promise<Uint8Array>;
  /** Releases what the writer holds, whether or not the file has been ended. */
  close(): void;
}

const none = new Uint8Array();

/** Writes a file in parts, in other processes. */
export function exportWriter(file: ExportFile): ExportWriter {
  return file.format === 'csv' ? csvWriter(file) : workbookWriter(file);
}

function csvWriter(file: ExportFile): ExportWriter {
  return {
    append: (rows, hasHeadings) => renderExport({ file, rows, hasHeadings }),
    end: async () => none,
    close: () => undefined,
  };
}

const workbookModule = new URL('../workbook-writer.ts', import.meta.url).href;
const portionMs = 60_000;

/** A workbook is one stream, so it has a process of its own until it ends. */
function workbookWriter(file: ExportFile): ExportWriter {
  let isAlive = true;
  const child = startRenderProcess(() => {
    isAlive = false;
  });
  const call = async (name: string, data: unknown) => {
    const bytes = await child.call({ module: workbookModule, name, data }, portionMs);
    if (!(bytes instanceof Uint8Array)) throw new Error(`${name} returned no bytes`);
    return bytes;
  };
  return {
    append: (rows) => call('appendRows', { file, rows }),
    end: () => call('endWorkbook', file),
    close: () => {
      if (isAlive) child.end();
    },
  };
}

/** CSV is stored compressed; workbooks are ZIP files. */
export async function storedPart({ format }: ExportFile, bytes: Uint8Array): Promise<StoredPart> {
  const content = format === 'csv' ? await promisify(gzip)(bytes, { level: 3 }) : bytes;
  return { content, size: bytes.length };
}

/** The bytes of a stored part in the file. */
export async function openPart({ format }: Pick<ExportFile, 'format'>, content: Buffer): Promise<Buffer> {
  return format === 'csv' ? promisify(gunzip)(content) : content;
}
