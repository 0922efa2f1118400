import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PortalFacts, portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';

const installed = fileURLToPath(new URL('../../../..', import.meta.url));

/** The repository's root folder: of this one, or of the one that has installed this package and runs it. */
export const root = installed.includes(`${path.sep}node_modules${path.sep}`) ? process.cwd() : installed;

/** Folders of the packages that have a certain file, relative to the root, the contract first. */
export function packagesWith(file: string): string[] {
  return ['shared/contract', ...foldersIn('federation'), ...foldersIn('.')].filter(
    (folder) =>
      existsSync(path.join(root, folder, 'package.json')) && existsSync(path.join(root, folder, file)),
  );
}

function foldersIn(parent: string): string[] {
  return readdirSync(path.join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.posix.join(parent, entry.name))
    .sort();
}

/** The facts in portal.json of a workspace, by default this one; without the file, those of a portal that states none. */
export function readPortalFacts(folder: string = root): PortalFacts {
  const file = path.join(folder, 'portal.json');
  return v.parse(portalFactsSchema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
}
