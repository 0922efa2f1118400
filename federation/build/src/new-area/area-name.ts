import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Area, areaSchema } from '@portal/federation-contract/area';
import { reservedIds } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { readPortalFacts } from '../workspace/workspace-packages.ts';

const wordsOf = (text: string) => text.split(' ');

// The namespace is also the name of an import.
const reservedInCode = wordsOf(
  'await break case catch class const continue debugger default delete do else enum export extends false finally ' +
    'for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield',
);
// The id is also the name of a cascade layer.
const reservedInSheets = wordsOf('inherit initial revert revert-layer unset');

/** Why an area with this name cannot be created in this workspace; null when it can. */
export function areaNameFault(root: string, id: string): string | null {
  // No digits: a namespace is made of letters.
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(id) || id.length < 2 || id.length > 31)
    return 'A name is 2 to 31 lower-case letters, with hyphens between words.';
  if (existsSync(path.join(root, `remote-${id}`))) return `remote-${id} exists already.`;
  const facts = readPortalFacts(root);
  if (reservedIds(facts).includes(id)) return `"${id}" belongs to the portal itself.`;
  if (reservedInCode.includes(id) || reservedInSheets.includes(id)) return `"${id}" is a reserved word.`;
  for (const area of areasIn(root)) {
    if (firstPartsOf(area).includes(id)) return `The address /${id} belongs to the area "${area.id}".`;
    if (area.namespaces.includes(namespaceOf(id)))
      return `The namespace "${namespaceOf(id)}" belongs to the area "${area.id}".`;
  }
  return facts.host_namespaces.includes(namespaceOf(id))
    ? `The namespace "${id}" belongs to the host.`
    : null;
}

/** The namespace of a new area's texts: `call-recording` → `callRecording`. */
export function namespaceOf(id: string): string {
  return id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The area.json files of a workspace. */
export function areasIn(root: string): Area[] {
  const files = readdirSync(root).map((name) => path.join(root, name, 'area.json'));
  return files.filter(existsSync).map((file) => v.parse(areaSchema, JSON.parse(readFileSync(file, 'utf8'))));
}

function firstPartsOf({ base_path: base, pages }: Area): (string | undefined)[] {
  const paths = [base, ...pages.flatMap((page) => [`${base}/${page.path}`, ...page.aliases])];
  return paths.map((one) => one.split('/').find((part) => part !== ''));
}
