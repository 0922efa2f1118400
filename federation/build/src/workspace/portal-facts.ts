import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type PortalFacts, portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { root } from './workspace-packages.ts';

/** The facts in portal.json of a workspace, by default this one; without the file, those of a portal that states none. */
export function readPortalFacts(folder: string = root): PortalFacts {
  const file = path.join(folder, 'portal.json');
  return v.parse(portalFactsSchema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
}
