import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesOf, type PlantedTree } from './planted-tree.ts';

/** Writes a tree into a temporary folder, calls `look` with the folder, and removes it. */
export async function withWrittenTree<T>(
  tree: PlantedTree,
  look: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-lint-'));
  try {
    for (const file of filesOf(tree)) {
      mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
      writeFileSync(path.join(folder, file.path), file.text);
    }
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
