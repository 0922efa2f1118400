import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parseJson, type ReleaseStore, StoreError } from './release-store.ts';

const headSchema = v.strictObject({
  /** The highest number that has been live. */
  highest: v.number(),
  /** Numbers up to this one belong to compositions that are lost; they are not given again. */
  lost: v.number(),
});
const headsSchema = v.record(v.string(), v.union([headSchema, v.number()]));

/**
 * The store with a memory of its highest live composition, in a file outside it: a person who can write to the store can
 * also remove the copies that prove a newer composition. `warn` gets a line when a number cannot be remembered: what is live does not
 * depend on it, and a full disk must not prevent a rollback.
 */
export function rememberHead(
  store: ReleaseStore,
  file: string,
  warn: (text: string) => void = () => undefined,
): ReleaseStore {
  const heads = () => {
    const read = parseJson(headsSchema, existsSync(file) ? readFileSync(file, 'utf8') : '{}');
    return read.success ? read.output : {};
  };
  const head = () => {
    const found = heads()[store.place] ?? 0;
    return typeof found === 'number' ? { highest: found, lost: 0 } : found;
  };
  const write = (next: v.InferOutput<typeof headSchema>) => {
    const aside = `${file}.${process.pid}.new`;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(aside, `${JSON.stringify({ ...heads(), [store.place]: next }, null, 2)}\n`);
      renameSync(aside, file);
    } catch (error) {
      if (existsSync(aside)) rmSync(aside);
      throw new StoreError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  };
  const forgotten = new Set<number>();
  const writeIfPossible = (next: v.InferOutput<typeof headSchema>) => {
    if (forgotten.has(next.highest)) return;
    try {
      write(next);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      forgotten.add(next.highest);
      warn(`This machine does not remember that composition ${next.highest} has been live. ${error.message}`);
    }
  };
  let raised = 0;
  const highestOf = () => {
    const { highest, lost } = head();
    // The loss of what a portal still serves may have been accepted.
    return raised > lost ? Math.max(highest, raised) : highest;
  };
  return {
    ...store,
    seen: {
      highest: highestOf,
      lost: () => head().lost,
      record(number) {
        const { highest, lost } = head();
        if (number > highest) writeIfPossible({ highest: number, lost });
      },
      accept(number) {
        write({ highest: number, lost: Math.max(highestOf(), head().lost) });
      },
      raise(number) {
        raised = Math.max(raised, number);
      },
    },
  };
}
