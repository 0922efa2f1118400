import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of the packages that have a certain file, relative to the root, the contract first. */
export function packagesWith(file: string): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ['shared/contract', ...folders.map((entry) => entry.name).sort()].filter(
    (folder) =>
      existsSync(path.join(root, folder, 'package.json')) && existsSync(path.join(root, folder, file)),
  );
}
