import { createHash } from 'node:crypto';

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

/**
 * Where releases and compositions are kept. Paths are relative, with `/`. A reader sees a whole file or none, whatever
 * happens to the writer.
 */
export interface ReleaseStore {
  /** For people: the folder or the bucket. */
  place: string;
  read(path: string): Promise<StoredFile | undefined>;
  /** Writes a file that nothing names yet. */
  write(path: string, content: Buffer): Promise<void>;
  /** Writes a file that must not be there. Throws StoreConflict. */
  create(path: string, content: Buffer): Promise<void>;
  /** Replaces a file if its tag is still the expected one; null: if it is still absent. Throws StoreConflict. */
  swap(path: string, content: Buffer, expected: string | null): Promise<void>;
  /** All files whose path begins with the prefix, by path. */
  list(prefix: string): Promise<ListedFile[]>;
  remove(path: string): Promise<void>;
  /** Keeps other writers out for as long as the work takes, where the storage can; `swap` is safe without it. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Somebody else has changed the store meanwhile; nothing of this change is live. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict';
}

/** The storage did not do what it was asked; the message names the file. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** SHA-256 in hex. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
