/** Hashes of the cookies and tokens that the database has lately known. One that it does not know costs a search as well. */
export interface FoundSessions {
  has(tokenHash: Buffer): boolean;
  add(tokenHash: Buffer): void;
  delete(tokenHash: Buffer): void;
}

/** Remembers at most `max` hashes, the latest ones. */
export function createFoundSessions(max = 50_000): FoundSessions {
  const hashes = new Set<string>();
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('base64');
  return {
    has: (tokenHash) => hashes.has(keyOf(tokenHash)),
    add: (tokenHash) => {
      const key = keyOf(tokenHash);
      // The latest one is the last of the set.
      hashes.delete(key);
      hashes.add(key);
      const [oldest] = hashes;
      if (hashes.size > max && oldest !== undefined) hashes.delete(oldest);
    },
    delete: (tokenHash) => {
      hashes.delete(keyOf(tokenHash));
    },
  };
}
