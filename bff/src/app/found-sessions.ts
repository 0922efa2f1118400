/** Hashes of the cookies and tokens that the database has lately known. One that it does not know costs a search as well. */
export interface FoundSessions {
  has(tokenHash: Buffer): boolean;
  /** The account that the session was of when it was found. */
  accountOf(tokenHash: Buffer): string | undefined;
  add(tokenHash: Buffer, accountId: string): void;
  delete(tokenHash: Buffer): void;
}

/** Remembers at most `max` hashes, the latest ones. */
export function createFoundSessions(max = 50_000): FoundSessions {
  const accounts = new Map<string, string>();
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('base64');
  return {
    has: (tokenHash) => accounts.has(keyOf(tokenHash)),
    accountOf: (tokenHash) => accounts.get(keyOf(tokenHash)),
    add: (tokenHash, accountId) => {
      const key = keyOf(tokenHash);
      // The latest one is the last of the map.
      accounts.delete(key);
      accounts.set(key, accountId);
      const [oldest] = accounts.keys();
      if (accounts.size > max && oldest !== undefined) accounts.delete(oldest);
    },
    delete: (tokenHash) => {
      accounts.delete(keyOf(tokenHash));
    },
  };
}
