import { type ReleaseStore, StoreConflict, sha256 } from '../store/release-store.ts';

/** A store for tests that run hundreds of commands. */
export function memoryStore(files = new Map<string, Buffer>()): ReleaseStore {
  return {
    place: 'memory',
    read: async (path) => {
      const content = files.get(path);
      return content === undefined ? undefined : { content, tag: sha256(content) };
    },
    write: async (path, content) => void files.set(path, content),
    async create(path, content) {
      if (files.has(path)) throw new StoreConflict(`${path} is there already`);
      files.set(path, content);
    },
    async swap(path, content, expected) {
      const found = files.get(path);
      if ((found === undefined ? null : sha256(found)) !== expected)
        throw new StoreConflict(`${path} has changed`);
      files.set(path, content);
    },
    list: async (prefix) =>
      [...files]
        .filter(([path]) => path.startsWith(prefix))
        .map(([path, content]) => ({ path, size: content.length, modified: new Date() }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    remove: async (path) => void files.delete(path),
    exclusively: (work) => work(),
  };
}
