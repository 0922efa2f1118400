import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PortalFacts, portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';

const installed = fileURLToPath(new URL('../../../..', import.meta.url));

/** The repository's root folder; the working directory when this package is installed in another repository. */
export const root = installed.includes(`${path.sep}node_modules${path.sep}`) ? process.cwd() : installed;

/** Folders of the packages that have a file with this name, relative to the root, the contract first. */
export function packagesWith(file: string): string[] {
  const { contract } = readPortalFacts().folders;
  return [contract, ...foldersIn('federation'), ...foldersIn('.')].filter((folder) =>
    ['package.json', file].every((name) => existsSync(path.join(root, folder, name))),
  );
}

function foldersIn(parent: string): string[] {
  return readdirSync(path.join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.posix.join(parent, entry.name))
    .sort();
}

/** The facts in the portal.json of a workspace, by default this one; the defaults when there is no such file. */
export function readPortalFacts(folder: string = root): PortalFacts {
  const file = path.join(folder, 'portal.json');
  return v.parse(portalFactsSchema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
}
