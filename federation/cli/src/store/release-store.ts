import { createHash } from 'node:crypto';
import * as v from 'valibot';

export interface StoredFile {
  content: Buffer;
  /** Changes with the content; `swap` compares it. */
  tag: string;
}

export interface ListedFile {
  path: string;
  /** Bytes. */
  size: number;
  modified: Date;
}

/** The highest number of a live composition that this machine has seen in a storage. */
interface SeenHead {
  highest(): number;
  /** The highest number of a composition that is lost. Running portals refuse it and all below, so it is not given again. */
  lost(): number;
  record(number: number): void;
  /** Until the command ends, a composition below this number is older than one that has been live. */
  raise(number: number): void;
  /** Accepts that a composition, or none (0), is the newest that is left. */
  accept(number: number): void;
}

/** The storage of releases and compositions. Paths are relative, with `/`. Readers never see a partly written file. */
export interface ReleaseStore {
  /** The folder or the bucket, for messages. */
  place: string;
  read(path: string): Promise<StoredFile | undefined>;
  /** Writes a file that no release or composition names yet. */
  write(path: string, content: Buffer): Promise<void>;
  /** Writes a file that must not exist. Throws StoreConflict. */
  create(path: string, content: Buffer): Promise<void>;
  /** Replaces a file if its tag is still the expected one; null: if it is still absent. Throws StoreConflict. */
  swap(path: string, content: Buffer, expected: string | null): Promise<void>;
  /** All files whose path begins with the prefix, by path. */
  list(prefix: string): Promise<ListedFile[]>;
  remove(path: string): Promise<void>;
  /** The memory of this machine. */
  seen?: SeenHead;
  /** Runs work while other writers wait, if the storage has locks; `swap` is safe without them. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Another command has changed the store meanwhile; this change is not live. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict';
}

/** The storage failed; the message names the file. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** SHA-256 in hex. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Parses JSON text by a schema. */
export function parseJson<Output>(schema: v.GenericSchema<unknown, Output>, text: string | undefined) {
  return v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
}

/** Runs work for each item, for some of them at the same time. Returns the results in order of completion. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  workers = 8,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return results;
}
