import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPortalFacts } from '../workspace/workspace-packages.ts';
import { areaFiles } from './area-files.ts';
import { areasIn } from './area-name.ts';

/** Writes a new area into a workspace, last in the navigation; returns its folder. */
export function writeArea(root: string, id: string): string {
  const folder = path.join(root, `remote-${id}`);
  const order = Math.max(0, ...areasIn(root).map((area) => area.order)) + 10;
  for (const [name, content] of Object.entries(
    areaFiles({ id, order, languages: readPortalFacts(root).languages }),
  )) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}
