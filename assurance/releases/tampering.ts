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
  /** A style sheet that stands in the HTML: the page's policy has its hash, and no script of the portal loads and reports it. */
  isInHtml: boolean;
  change: (body: Buffer) => Buffer;
}

const changes = {
  'a byte changed': changed,
  'bytes appended': (body: Buffer, file: string) => Buffer.concat([body, Buffer.from(payloadFor(file))]),
};

/** Two cases for every kind of file of the host and of each area. */
export function tamperedFiles({ host, areas }: Composition, folder: string): TamperedFile[] {
  const hostFiles = [...host.scripts, ...host.styles, ...host.frame, 'locales/en/common.json'];
  const visit = '/welcome';
  const ofHost = hostFiles.map((file) => ({
    owner: 'host',
    file,
    base: host.base,
    visit,
    isAnonymous: false,
    isInHtml: file.endsWith('.css'),
  }));
  const ofAreas = areas
    .flatMap((area) => filesOf(area, folder))
    .map((file) => ({ ...file, isInHtml: false }));
  return [...ofHost, ...ofAreas].flatMap(({ file, base, ...rest }) =>
    Object.entries(changes).map(([kind, change]) => ({
      ...rest,
      name: `${rest.owner} ${file}, ${kind}`,
      path: rest.isInHtml ? rest.visit : base + file,
      isCode: /\.(?:js|css)$/.test(file),
      change: (body: Buffer) =>
        rest.isInHtml ? changedInHtml(body, file, (sheet) => change(sheet, file)) : change(body, file),
    })),
  );
}

/** The HTML with another text of a sheet; unchanged, which no browser refuses, if the sheet does not stand there. */
function changedInHtml(html: Buffer, file: string, change: (sheet: Buffer) => Buffer): Buffer {
  const text = html.toString();
  const tag = `<style data-href="${file}">`;
  const begin = text.indexOf(tag) + tag.length;
  const end = text.indexOf('</style>', begin);
  if (!text.includes(tag)) return html;
  return Buffer.from(
    text.slice(0, begin) + change(Buffer.from(text.slice(begin, end))).toString() + text.slice(end),
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
