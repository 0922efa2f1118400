import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { unavailable } from '../../errors/http-error.ts';
import type { PrintedDocument } from './document.ts';

/** Documents that wait for a thread; further ones are refused until some are done. */
const waitingAtMost = 100;

let pool: Piscina | undefined;

/** A function of a module that a thread calls. */
interface ThreadTask {
  module: URL;
  name: string;
}

/**
 * Calls a function in another thread: a document with a thousand lines would keep every other customer waiting. One pool a
 * process; its threads start with the first document and do not keep the process alive. Data and result are copied.
 */
export async function inThread<Data, Result>({ module, name }: ThreadTask, data: Data): Promise<Result> {
  pool ??= new Piscina({
    minThreads: 0,
    // With a single thread, four long documents would need more than a second each.
    maxThreads: Math.max(2, Math.min(4, availableParallelism() - 1)),
    idleTimeout: 10 * 60_000,
    // Requests of others, which take milliseconds, come before documents.
    niceIncrement: 10,
    maxQueue: waitingAtMost,
  });
  if (pool.queueSize >= waitingAtMost) throw unavailable();
  return pool.run(data, { filename: module.href, name });
}

/** Renders a document as tagged PDF/A-3 in another thread. */
export async function renderDocument(document: PrintedDocument): Promise<Uint8Array> {
  return inThread({ module: new URL('render-pdf.ts', import.meta.url), name: 'renderPdf' }, document);
}
