import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceFile } from './lint-rule.ts';

const skippedFolders = new Set([
  '.git',
  '.mf',
  'node_modules',
  'dist',
  'var',
  'coverage',
  'test-results',
  'playwright-report',
]);
const binaries = /\.(?:png|jpe?g|gif|ico|webp|avif|woff2?|ttf|pdf|gz|br|zip)$/;

/** Reads every file below a folder except installed packages, builds and data. The text of binary files is empty. */
export async function readRepository(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  await collect(root, '', files);
  return files.sort((a, b) => a.path.localeCompare(b.path));
}

async function collect(root: string, folder: string, files: SourceFile[]): Promise<void> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  for (const entry of entries) {
    const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) await collect(root, below, files);
    } else if (entry.isFile() && !entry.name.endsWith('.log')) {
      const text = binaries.test(entry.name) ? '' : await readFile(path.join(root, below), 'utf8');
      files.push({ path: below, text });
    }
  }
}
