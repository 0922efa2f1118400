import { type ReleaseStore, StoreError } from './release-store.ts';

/**
 * A store that neither lists nor opens a path that leaves its folder. Object storage permits such names, and somebody who can write
 * to it could otherwise have files outside the target of a copy written, or others' objects removed.
 */
export function withSafePaths(store: ReleaseStore): ReleaseStore {
  const safe = (path: string) => {
    if (!isSafe(path))
      throw new StoreError(`${JSON.stringify(path)} in ${store.place} is not a path of a file`);
    return path;
  };
  return {
    ...store,
    read: async (path) => store.read(safe(path)),
    write: async (path, content) => store.write(safe(path), content),
    create: async (path, content) => store.create(safe(path), content),
    swap: async (path, content, expected) => store.swap(safe(path), content, expected),
    list: async (prefix) => (await store.list(prefix)).filter(({ path }) => isSafe(path)),
    remove: async (path) => store.remove(safe(path)),
  };
}

function isSafe(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
  return path.split('/').every((segment) => !/^\.{0,2}$|[\\\u0000-\u001f\u007f]/.test(segment));
}
