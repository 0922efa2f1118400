import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Area, areaSchema } from '@portal/federation-contract/area';
import * as v from 'valibot';
import { packagesWith, root } from '../workspace/workspace-packages.ts';

/** The folder and the data of every area of the workspace. */
export function workspaceAreas(): { folder: string; area: Area }[] {
  return packagesWith('area.json').map((name) => {
    const folder = path.join(root, name);
    return {
      folder,
      area: v.parse(areaSchema, JSON.parse(readFileSync(path.join(folder, 'area.json'), 'utf8'))),
    };
  });
}

/** Webpack loader that replaces the list of areas of the program: their data, and the import of their exposed modules. */
// biome-ignore lint/style/noDefaultExport: webpack takes a loader as a module's default export.
export default function areasLoader(): string {
  const found = workspaceAreas();
  const imports = found.map(({ folder, area }) => {
    const file = JSON.stringify(path.join(folder, 'src/area.tsx'));
    return `${JSON.stringify(area.id)}: () => import(/* webpackChunkName: "area" */ ${file})`;
  });
  return `export const areas = ${JSON.stringify(found.map(({ area }) => area))};
export const modules = { ${imports.join(', ')} };`;
}
