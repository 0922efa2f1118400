import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pagePath } from '@portal/federation-contract/area';
import type { Composition, LiveArea } from '@portal/federation-contract/composition';
import { changedByte, tamperMark } from '@portal/testbed/proxy/faults';

/** A tampered file of a release, and the page that loads it. */
export interface TamperedFile {
  name: string;
  /** `host` or the id of an area. */
  owner: string;
  /** Path of the file on the server. */
  path: string;
  visit: string;
  isAnonymous: boolean;
  /** The composition states a hash for the file, which it does not for texts. */
  isCode: boolean;
  change: (body: Buffer) => Buffer;
}

const changes = {
  'a byte changed': changed,
  'bytes appended': (body: Buffer, file: string) => Buffer.concat([body, Buffer.from(payloadFor(file))]),
};

/** Two cases for every kind of file of the host and of each area. */
export function tamperedFiles({ host, areas }: Composition, folder: string): TamperedFile[] {
  const hostCode = [...host.scripts, ...host.styles, ...host.frame];
  const ofHost = [...hostCode, 'locales/en/common.json'].map((file) => ({
    owner: 'host',
    file,
    base: host.base,
    visit: '/welcome',
    isAnonymous: false,
  }));
  const ofAreas = areas.flatMap((area) => filesOf(area, folder));
  return [...ofHost, ...ofAreas].flatMap(({ file, base, ...rest }) =>
    Object.entries(changes).map(([kind, change]) => ({
      ...rest,
      name: `${rest.owner} ${file}, ${kind}`,
      path: base + file,
      isCode: /\.(?:js|css)$/.test(file),
      change: (body: Buffer) => change(body, file),
    })),
  );
}

/** The files of an area's first page, one plate, one sidebar, and its texts. */
function filesOf({ area, active }: LiveArea, folder: string) {
  const page = area.pages.find(({ index }) => index) ?? area.pages[0];
  if (page === undefined) return [];
  const isAnonymous = area.access === 'anonymous';
  const own = { owner: area.id, base: active.base, isAnonymous };
  const address = pagePath(area, page);
  const names = readdirSync(path.join(folder, active.base));
  const late = (pattern: RegExp) => names.filter((name) => pattern.test(name)).slice(0, 1);
  const first = [active.entry, ...(active.pages[page.id] ?? []), `locales/en/${page.namespaces[0]}.json`];
  return [
    ...first.map((file) => ({ ...own, file, visit: address })),
    ...late(/^plates\..*\.js$/).map((file) => ({ ...own, file, visit: '/welcome' })),
    ...late(/^sidebar-.*\.js$/).map((file) => ({
      ...own,
      file,
      visit: `${address}?sidebar=${area.id}/${/^sidebar-(.+?)\.[0-9a-f]+\.js$/.exec(file)?.[1]}`,
    })),
  ];
}

/** Changes one letter of the code, or a text into markup. */
function changed(body: Buffer, file: string): Buffer {
  if (!file.endsWith('.json')) return changedByte(body);
  return Buffer.from(body.toString().replace(/":"[^"]*/, `":"${markup}`));
}

const markup = `<img src=x onerror='globalThis.${tamperMark}=true'>`;

function payloadFor(file: string): string {
  if (file.endsWith('.css')) return ':root{--portal-tampered:1}';
  return `;globalThis.${tamperMark}=true;`;
}
