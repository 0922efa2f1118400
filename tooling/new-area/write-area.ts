import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areaFiles } from './area-files.ts';

/** Why an area of this name cannot be made in this workspace; null when it can. */
export function areaNameFault(root: string, id: string): string | null {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(id)) return 'A name is 2 to 31 lower-case letters, digits and hyphens.';
  if (id === 'host' || id === 'welcome') return `"${id}" belongs to the host.`;
  if (existsSync(path.join(root, `remote-${id}`))) return `remote-${id} exists already.`;
  return null;
}

/** Writes a new area into a workspace, last in the navigation; returns its folder. */
export function writeArea(root: string, id: string): string {
  const folder = path.join(root, `remote-${id}`);
  for (const [name, content] of Object.entries(areaFiles({ id, order: highestOrder(root) + 10 }))) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

function highestOrder(root: string): number {
  const files = readdirSync(root).map((name) => path.join(root, name, 'area.json'));
  const orders = files.filter(existsSync).map((file) => {
    const { order }: { order: number } = JSON.parse(readFileSync(file, 'utf8'));
    return order;
  });
  return Math.max(0, ...orders);
}
