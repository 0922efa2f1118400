import type { ReleaseStore } from './release-store.ts';

/** Paths of files in a store. */
export interface PlannedChanges {
  copied: string[];
  /** Files that are present, but damaged or outdated. */
  repaired: string[];
  removed: string[];
}

/** The store without its writing operations: they only note their files, and take no lock. */
export function dryRunStore(store: ReleaseStore): { store: ReleaseStore; planned: PlannedChanges } {
  const planned: PlannedChanges = { copied: [], repaired: [], removed: [] };
  const note = async (file: string) => {
    const isPresent = (await store.read(file)) !== undefined;
    planned[isPresent ? 'repaired' : 'copied'].push(file);
  };
  return {
    planned,
    store: {
      ...store,
      write: note,
      create: note,
      swap: note,
      remove: async (file) => {
        planned.removed.push(file);
      },
      exclusively: (work) => work(),
    },
  };
}
