import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import type { AcceptedCompositions } from '../live-composition.ts';
import type { DeliveryConfig } from '../page-policies.ts';
import type { PageTelemetry } from '../page-telemetry.ts';
import { type PortalPagesOptions, portalPages } from '../portal-pages.ts';

export const integrity = `sha384-${'A'.repeat(64)}`;
const placed = { commit: null, manifest: integrity, shared: 'abcd1234' };
const file = { size: 4, integrity };

const area = {
  id: 'a',
  contract: 1,
  base_path: '/a',
  order: 1,
  title: 'a',
  pages: [{ id: 'list', path: 'list', title: 'a', aliases: ['/list'] }],
  namespaces: ['aList'],
  titles: { a: { en: 'A' } },
};

/** The files of a release of the area `a`. */
export function sampleFiles(version: string): Record<string, string> {
  return { 'entry.js': 'entry', 'locales/de/aList.json': `{"owner":"a ${version}"}` };
}

/** A release of the area `a` in a composition. */
export function sampleRelease(version: string, base = `/remotes/a/${version}/`) {
  const files = { 'entry.js': file };
  const manifest = integrityOf(releaseOf(sampleFiles(version)));
  return { ...placed, manifest, version, base, entry: 'entry.js', unique_name: 'a', pages: {}, files };
}

export const sampleTemplate =
  '<html lang="{{language}}"><style>p{}</style><title>{{brand}}</title><script type="application/json" id="portal-config">{{config}}</script><script type="application/json" id="portal-visit">{{visit}}</script><script type="application/json" id="portal-texts">{{texts}}</script><script type="application/json" id="portal-requests">{{requests}}</script><script>start()</script>{{assets}}{{prerendered}}</html>';

/** release.json of what was made of these files, as far as the server reads it. */
export function releaseOf(files: Readonly<Record<string, string>>): string {
  const listed = Object.entries(files).map(([name, content]) => [
    name,
    { size: content.length, integrity: integrityOf(content) },
  ]);
  return JSON.stringify({ files: Object.fromEntries(listed) });
}

/** The files of the host's release. */
export const sampleHostFiles = { 'index.html': sampleTemplate, 'locales/de/common.json': '{"owner":"host"}' };

/** Subresource integrity of a file's content. */
export function integrityOf(content: string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** A host and one area, and nothing that is tried or left to fall back on. */
export const sampleComposition = {
  format: 1,
  number: 3,
  created: '2026-11-21T08:00:00Z',
  host: {
    ...placed,
    manifest: integrityOf(releaseOf(sampleHostFiles)),
    version: '0.1.0',
    base: '/host/0.1.0/',
    scripts: ['main.js'],
    styles: ['main.css'],
    frame: [],
    files: { 'main.js': file, 'main.css': file },
  },
  areas: [sampleArea()],
};

/** The area `a` in a composition. */
export function sampleArea(changes: object = {}) {
  return { area, active: sampleRelease('0.2.0'), previous: null, canary: null, ...changes };
}

/** A canary of the area `a` with one page more, for a share in percent. */
export function sampleCanary(percent: number) {
  const wider = { ...area, pages: [...area.pages, { id: 'new', path: 'new', title: 'a' }] };
  return { area: wider, release: sampleRelease('0.3.0'), percent };
}

export interface PortalFolder {
  readonly path: string;
  readonly config: DeliveryConfig;
  write(name: string, content: string): void;
  /** Puts a release there, and returns the hash of its release.json. */
  release(base: string, files: Readonly<Record<string, string>>): string;
  /** The envelope that holds a composition, signed with the folder's key. */
  sign(composition: object): { payload: string; signature: string; key_id: string };
  /** Makes a composition the live one. */
  publish(composition: object): void;
  remove(): void;
}

/** A folder as the release tool leaves it: a host, an area, and a composition that names both. */
export function createPortalFolder(): PortalFolder {
  const root = mkdtempSync(path.join(tmpdir(), 'portal-pages-'));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const folder: PortalFolder = {
    path: root,
    config: {
      brand: '<Dalat>',
      instance: 'dalat',
      environment: 'test',
      bff_base_address: '/',
      default_language: 'en',
      signature_public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
    write: (name, content) => {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), content);
    },
    release: (base, files) => {
      const release = releaseOf(files);
      for (const [name, content] of Object.entries({ ...files, 'release.json': release }))
        folder.write(base + name, content);
      return integrityOf(release);
    },
    sign: (composition) => {
      const payload = JSON.stringify(composition);
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
      const signature = sign('sha256', Buffer.from(payload), key).toString('base64');
      return { payload, signature, key_id: '0'.repeat(16) };
    },
    publish: (composition) => {
      // The release tool notes the change beside what it signs.
      const content = { ...folder.sign(composition), change: '{"who":"somebody"}', change_signature: 'AAAA' };
      folder.write('composition.json', JSON.stringify(content));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  folder.release('host/0.1.0/', sampleHostFiles);
  for (const version of ['0.2.0', '0.3.0']) folder.release(`remotes/a/${version}/`, sampleFiles(version));
  folder.publish(sampleComposition);
  return folder;
}

/** Stores accepted compositions for one test. */
export function memoryCompositions(): AcceptedCompositions {
  const stored = new Map<string, Awaited<ReturnType<AcceptedCompositions['find']>>>();
  return {
    find: async (publicKey) => stored.get(publicKey),
    save: async ({ publicKey, composition, signed }) => {
      stored.set(publicKey, { number: composition.number, signed });
    },
  };
}

/** What browsers get while no composition can be served, and where the errors are logged. */
interface Maintenance {
  html: string;
  log: { write(line: string): void };
}

/** The front end alone, after a start. */
export async function startPages(
  folder: PortalFolder,
  telemetry?: PageTelemetry,
  {
    isSecure = false,
    maintenance,
    firstResponses,
  }: { isSecure?: boolean; maintenance?: Maintenance } & Pick<PortalPagesOptions, 'firstResponses'> = {},
): Promise<FastifyInstance> {
  const app = fastify({ logger: maintenance !== undefined && { level: 'error', stream: maintenance.log } });
  const languages = ['de', 'en', 'fr', 'pt', 'ru'];
  await app.register(portalPages, {
    portalFolder: folder.path,
    config: folder.config,
    acceptedCompositions: memoryCompositions(),
    isSecure,
    hasSession: ({ headers }) => headers.cookie?.includes('sid=') === true,
    telemetry,
    ...(firstResponses && { firstResponses }),
    ...(maintenance && { maintenanceHtml: () => maintenance.html }),
    facts: {
      languages,
      host_pages: ['/welcome', '/about'],
      plates_page: '/welcome',
      server_paths: ['v1'],
    },
    requestedLanguage: (search, cookies) => {
      const codes = [new URLSearchParams(search).get('language'), /language=(..)/.exec(cookies)?.[1]];
      return codes.find((code) => languages.includes(code ?? '')) ?? null;
    },
  });
  return app;
}

/** The token of a page by its `Server-Timing` header; empty without one. */
export function pageTokenIn(serverTiming: unknown): string {
  return /page;desc="([^"]*)"/.exec(String(serverTiming))?.[1] ?? '';
}
