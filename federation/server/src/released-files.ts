import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { offerDictionaries } from './dictionary-files.ts';
import { readRegularFile } from './regular-file.ts';

/** Where a release is, and the hash of its list of files; null for a development server. */
export type Placed = Pick<LiveHost | LiveRelease, 'base' | 'manifest'>;

/** Reads a file of a release: undefined when it has none of that name; throws {@link NotReleased} and what reading throws. */
export type ReadReleased = (release: Placed, name: string) => Promise<string | undefined>;

/** The hashes of a release's texts in one language, by path; none for a development server. Throws as {@link ReadReleased}. */
export type ReadTextHashes = (release: Placed, language: string) => Promise<Record<string, string>>;

/** A file does not have the hash that was released. */
export class NotReleased extends Error {}

const listSchema = v.object({ files: v.record(v.string(), v.object({ integrity: v.string() })) });

type ReleasedFiles = v.InferOutput<typeof listSchema>['files'];

/**
 * Reads the files of releases, each once because releases are immutable. A file is returned only if it has the hash in
 * release.json, whose own hash the signed composition states. A development server's release has no hash and changes
 * with each edit: its files are read each time, without a check. `texts` gets what was read, by address.
 */
export function releasedFiles(
  portalFolder: string,
  texts = new Map<string, Promise<string>>(),
): {
  readReleased: ReadReleased;
  readTextHashes: ReadTextHashes;
} {
  const lists = new Map<string, Promise<ReleasedFiles>>();

  async function readList(base: string, manifest: string): Promise<ReleasedFiles> {
    const content = await readRaw(portalFolder, base, 'release.json');
    if (integrityOf(content) !== manifest) throw new NotReleased(`${base}release.json`);
    return v.parse(listSchema, JSON.parse(content.toString())).files;
  }

  const listOf = (base: string, manifest: string) =>
    once(lists, `${base} ${manifest}`, () => readList(base, manifest));

  async function readText(base: string, name: string, integrity: string): Promise<string> {
    const content = await readRaw(portalFolder, base, name);
    if (integrityOf(content) !== integrity) throw new NotReleased(base + name);
    return content.toString();
  }

  return {
    readReleased: async ({ base, manifest }, name) => {
      if (manifest === null) return (await readRaw(portalFolder, base, name)).toString();
      const files = await listOf(base, manifest);
      const released = Object.hasOwn(files, name) ? files[name] : undefined;
      // Visitors choose names: only those of the release are remembered.
      return (
        released && once(texts, `${base} ${manifest} ${name}`, () => readText(base, name, released.integrity))
      );
    },
    readTextHashes: async ({ base, manifest }, language) => {
      const files = manifest === null ? {} : await listOf(base, manifest);
      const ofLanguage = Object.entries(files).filter(([name]) => name.startsWith(`locales/${language}/`));
      return Object.fromEntries(ofLanguage.map(([name, { integrity }]) => [name, integrity]));
    },
  };
}

/** Serves the files of all releases, which never change. */
export async function serveReleases(app: FastifyInstance, portalFolder: string): Promise<void> {
  const serve: FastifyPluginAsync = async (files) => {
    offerDictionaries(files, portalFolder);
    await serveFolders(files, portalFolder);
  };
  await app.register(serve);
}

async function serveFolders(app: FastifyInstance, portalFolder: string): Promise<void> {
  for (const folder of ['host', 'remotes']) {
    await app.register(fastifyStatic, {
      root: path.join(portalFolder, folder),
      prefix: `/${folder}/`,
      decorateReply: false,
      index: false,
      acceptRanges: false,
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      allowedPath: (name) => isForVisitors(name) && isFileWithin(path.join(portalFolder, folder), name),
    });
  }
}

/** Visitors may not read who published a release and what it contains. */
function isForVisitors(name: string): boolean {
  return !/\/(?:publication|sbom)\.json(?:\.(?:br|gz))?$/.test(name);
}

/** Whether a file and its compressed copies are files in the folder: a link may lead anywhere, and a pipe never ends. */
function isFileWithin(root: string, name: string): boolean {
  const folder = realPath(root);
  // Without permission for the folder there are no files for visitors.
  if (folder === undefined) return false;
  return ['', '.br', '.gz'].every((ending) => {
    const file = realPath(path.join(root, name + ending));
    // There is no such file.
    if (file === undefined) return true;
    return (
      file.startsWith(folder + path.sep) && statSync(file, { throwIfNoEntry: false })?.isFile() !== false
    );
  });
}

/** Undefined for what is missing or may not be read. */
function realPath(name: string): string | undefined {
  try {
    return realpathSync.native(name);
  } catch {
    return undefined;
  }
}

/** Shares the promise of a key; after a failure, the next call reads again. */
function once<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const running = known.get(key) ?? read();
  known.set(key, running);
  running.catch(() => known.delete(key));
  return running;
}

async function readRaw(portalFolder: string, base: string, name: string): Promise<Buffer> {
  if (base.startsWith('/')) return readRegularFile(path.join(portalFolder, base, name));
  const response = await fetch(new URL(name, base));
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
