import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { ExportFile, HistoryRow } from './history-columns.ts';
import { csvOf, writeExport } from './write-export.ts';

/** What a thread sends: it needs rows, has written a part of the file, or all of it. */
export type FromThread = { needsRows: true } | { part: Uint8Array<ArrayBuffer> } | { isEnd: true };
/** What it receives: rows as JSON arrays, or that there are no more. */
export type ToThread = { rows: string } | { isEnd: true };

/** Writes a file in this thread. Rows are received one portion at a time, when the last one has been written. */
export async function exportInThread({ file, port }: { file: ExportFile; port: MessagePort }): Promise<void> {
  const closed = once(port, 'close').then(() => undefined);
  async function* portions(): AsyncGenerator<readonly HistoryRow[]> {
    while (true) {
      const received = new Promise<ToThread>((resolve) => port.once('message', resolve));
      send({ needsRows: true });
      // The reader of the file has gone if the port closes.
      const message = await Promise.race([received, closed]);
      if (message === undefined || 'isEnd' in message) return;
      // biome-ignore lint/nursery/noUnsafeTypeAssertion: the statement selects arrays of these values
      yield JSON.parse(message.rows) as HistoryRow[];
    }
  }
  const send = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  for await (const part of writeExport(file, portions())) {
    // Small buffers are parts of a pool, which cannot be given away.
    const own = part.byteLength === part.buffer.byteLength ? part : new Uint8Array(part);
    send({ part: own }, [own.buffer]);
  }
  send({ isEnd: true });
}

/** Writes lines of CSV in this thread; the first ones with their headings. */
export function csvInThread({
  file,
  rows,
  hasHeadings,
}: {
  file: ExportFile;
  rows: string;
  hasHeadings: boolean;
}): Uint8Array {
  const { head, lines } = csvOf(file);
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the statement selects arrays of these values
  const text = lines(JSON.parse(rows) as HistoryRow[]);
  return Buffer.from(hasHeadings ? head + text : text);
}
