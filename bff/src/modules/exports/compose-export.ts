import { MessageChannel } from 'node:worker_threads';
import { inThread } from '../documents/render-document.ts';
import type { FromThread, ToThread } from './export-thread.ts';
import type { ExportFile } from './history-columns.ts';

const task = { module: new URL('export-thread.ts', import.meta.url), name: 'exportInThread' };

/**
 * Composes a file in another thread. `portions` are JSON arrays of rows; the next one is read when the thread needs it and the
 * reader has taken everything before. Leaving the loop over the parts ends the thread's work.
 */
export async function* composeExport(
  file: ExportFile,
  portions: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  const { port1: port, port2 } = new MessageChannel();
  const messages: FromThread[] = [];
  let wake = Promise.withResolvers<void>();
  port.on('message', (message: FromThread) => {
    messages.push(message);
    wake.resolve();
  });
  let failure: { reason: unknown } | undefined;
  inThread<unknown, void>(task, { file, port: port2 }, [port2]).catch((reason: unknown) => {
    failure = { reason };
    wake.resolve();
  });
  const send = (message: ToThread) => port.postMessage(message);
  try {
    const rows =
      Symbol.asyncIterator in portions ? portions[Symbol.asyncIterator]() : portions[Symbol.iterator]();
    while (true) {
      const message = messages.shift();
      if (message === undefined) {
        if (failure !== undefined) throw failure.reason;
        await wake.promise;
        wake = Promise.withResolvers();
      } else if ('isEnd' in message) return;
      else if ('part' in message) yield message.part;
      else {
        const next = await rows.next();
        send(next.done === true ? { isEnd: true } : { rows: next.value });
      }
    }
  } finally {
    port.close();
  }
}
