import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { unavailable } from '../../errors/http-error.ts';
import type { PrintedDocument } from './document.ts';

/** Documents that wait for a thread; further ones are refused until some are done. */
const waitingAtMost = 100;

let pool: Piscina<PrintedDocument, Uint8Array> | undefined;

/**
 * Renders a document as tagged PDF/A-3 in another thread: a thousand lines would keep every other customer waiting. One pool
 * a process; its threads start with the first document and do not keep the process alive.
 */
export async function renderDocument(document: PrintedDocument): Promise<Uint8Array> {
  pool ??= new Piscina({
    filename: new URL('render-pdf.ts', import.meta.url).href,
    name: 'renderPdf',
    minThreads: 0,
    // One processor stays free for requests.
    maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
    idleTimeout: 10 * 60_000,
    maxQueue: waitingAtMost,
  });
  if (pool.queueSize >= waitingAtMost) throw unavailable();
  return pool.run(document);
}
