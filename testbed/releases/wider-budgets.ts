import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Bytes. */
const room = 1024;

/**
 * Writes a portal.json for a release tool whose PORTAL_ROOT is the folder: that of the repository, with room in the host's first
 * scripts for what a check adds to them.
 */
export function writeWiderBudgets(folder: string): void {
  const facts = JSON.parse(readFileSync(path.join(root, 'portal.json'), 'utf8'));
  facts.size_budgets.host_scripts += room;
  facts.server = path.relative(folder, path.join(root, facts.server));
  writeFileSync(path.join(folder, 'portal.json'), JSON.stringify(facts));
}
