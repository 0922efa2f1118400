import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { firstRequestsFile, firstRequestsSchema } from '@portal/federation-contract/first-requests';
import * as v from 'valibot';

interface NamedSlots {
  id: string;
  pages: readonly { id: string }[];
  plates?: readonly { id: string }[];
}

/**
 * The first-requests.json of an area's folder as a file of its release; none when the area has none. Throws when it is malformed
 * or names a page or plate that is not in area.json.
 */
export function firstRequestsAssets(
  folder: string,
  { id, pages, plates = [] }: NamedSlots,
): [name: string, content: string][] {
  const file = path.join(folder, 'first-requests.json');
  if (!existsSync(file)) return [];
  const requests = v.parse(firstRequestsSchema, JSON.parse(readFileSync(file, 'utf8')));
  const unknown = [...unknownIds(requests.pages, pages), ...unknownIds(requests.plates, plates)];
  if (unknown.length > 0) throw new Error(`${file} names ${unknown.join(', ')}, which area.json does not`);
  return [[firstRequestsFile(id), JSON.stringify(requests)]];
}

function unknownIds(requests: object, slots: readonly { id: string }[]): string[] {
  return Object.keys(requests).filter((name) => !slots.some(({ id }) => id === name));
}
