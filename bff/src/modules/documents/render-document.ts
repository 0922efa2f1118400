import { availableParallelism } from 'node:os';
import type { PrintedDocument } from './document.ts';
import { createRenderPool, type RenderPool } from './render-pool.ts';

let pool: RenderPool | undefined;

/** A function of a module that a render process calls. */
interface RenderTask {
  module: URL;
  name: string;
}

/**
 * Calls a function in another process of lower priority: a document with a thousand lines would keep every other customer
 * waiting. One pool a process; it starts with the first document. Data and result are copied.
 */
export async function inRenderer<Data, Result>({ module, name }: RenderTask, data: Data): Promise<Result> {
  pool ??= createRenderPool({
    // With a single process, four long documents would need more than a second each.
    processes: Math.max(2, Math.min(4, availableParallelism() - 1)),
    waiting: 100,
    callMs: 60_000,
    idleMs: 10 * 60_000,
  });
  const result = await pool.run({ module: module.href, name, data });
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the compiler does not know the function of another process.
  return result as Result;
}

/** Renders a document as tagged PDF/A-3 in another process. */
export async function renderDocument(document: PrintedDocument): Promise<Uint8Array> {
  return inRenderer({ module: new URL('render-pdf.ts', import.meta.url), name: 'renderPdf' }, document);
}
