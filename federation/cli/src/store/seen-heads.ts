import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parseJson, type ReleaseStore } from './release-store.ts';

const headsSchema = v.record(v.string(), v.number());

/**
 * The store with a memory of its highest live composition, in a file outside it: a person who can write to the store can
 * also remove the copies that prove a newer composition.
 */
export function rememberHead(store: ReleaseStore, file: string): ReleaseStore {
  const heads = () => {
    const read = parseJson(headsSchema, existsSync(file) ? readFileSync(file, 'utf8') : '{}');
    return read.success ? read.output : {};
  };
  const write = (number: number) => {
    const aside = `${file}.${process.pid}.new`;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(aside, `${JSON.stringify({ ...heads(), [store.place]: number }, null, 2)}\n`);
    renameSync(aside, file);
  };
  const highest = () => heads()[store.place] ?? 0;
  return {
    ...store,
    seen: {
      highest,
      record: (number) => {
        if (number > highest()) write(number);
      },
      forget: () => write(0),
    },
  };
}
