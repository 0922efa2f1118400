import type { ExportFile, HistoryValues } from './history-columns.ts';
import { workbookOf } from './write-export.ts';

/** The workbook that this process writes. A process writes one. */
let workbook: ReturnType<typeof openWorkbook> | undefined;

/** Appends rows, HistoryValues as JSON. Returns the bytes of the file that are known by then; called by another process. */
export async function appendRows({ file, rows }: { file: ExportFile; rows: string }): Promise<Uint8Array> {
  workbook ??= openWorkbook(file);
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the statement selects arrays of these values
  return workbook.append(JSON.parse(rows) as HistoryValues);
}

/** Ends the workbook. Returns its last bytes. */
export async function endWorkbook(file: ExportFile): Promise<Uint8Array> {
  workbook ??= openWorkbook(file);
  return workbook.end();
}

/** A workbook whose rows come in portions, in constant memory. */
function openWorkbook(file: ExportFile) {
  let asked = Promise.withResolvers<void>();
  let given = Promise.withResolvers<HistoryValues | undefined>();
  async function* portions() {
    for (;;) {
      asked.resolve();
      const portion = await given.promise;
      if (portion === undefined) return;
      given = Promise.withResolvers();
      yield portion;
    }
  }
  let parts: Uint8Array[] = [];
  const written = (async () => {
    for await (const part of workbookOf(file, portions())) parts.push(part);
  })();
  // Fails with the call that waits for it.
  written.catch(() => undefined);
  const take = () => {
    const taken = Buffer.concat(parts);
    parts = [];
    return taken;
  };
  return {
    async append(portion: HistoryValues): Promise<Uint8Array> {
      await Promise.race([asked.promise, written]);
      asked = Promise.withResolvers();
      given.resolve(portion);
      // The next portion is asked for when this one has been written.
      await Promise.race([asked.promise, written]);
      return take();
    },
    async end(): Promise<Uint8Array> {
      await Promise.race([asked.promise, written]);
      given.resolve(undefined);
      await written;
      return take();
    },
  };
}
