// Compression dictionaries, RFC 9842: a browser that has a file of an earlier release gets what differs.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { readRegularFile } from './regular-file.ts';

/** The parts of a released file's address. All its releases have the same unit, name and ending. */
interface Released {
  /** `host`, or `remotes/` with the id of an area. */
  unit: string;
  version: string;
  /** `report`, or `locales/de/voicing`. */
  name: string;
  /** Of the content, with a dot; empty for texts, whose names never change. */
  hash: string;
  ending: string;
}

const hashed =
  /^\/(?<unit>host|remotes\/[a-z][a-z0-9-]*)\/(?<version>\d[\w.+-]*)\/(?<name>[\w-]+)(?<hash>\.[0-9a-f]{8})(?<ending>\.(?:js|css))$/;
const texts =
  /^\/(?<unit>host|remotes\/[a-z][a-z0-9-]*)\/(?<version>\d[\w.+-]*)\/(?<name>locales\/[\w-]+\/[\w-]+)(?<ending>\.json)$/;

const mediaTypes: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** Begins every response in the encoding `dcz`; the SHA-256 of the dictionary follows. */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);
/** Quality 19 takes a quarter of a second for the largest file, once for each pair of releases. */
const parameters = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 23 };
/** Bytes of a file that is compressed with a dictionary; longer ones would occupy a processor for seconds. */
const longest = 2 ** 20;
/** Differences that are kept in memory, mostly less than a kilobyte each. */
const keptDifferences = 512;
/** Differences that are computed or wait for it; a further request gets the whole file. */
const computedTogether = 16;
/** Differences that are computed in a minute; a further request gets the whole file. A visit after a release needs some dozens. */
const computedInMinute = 60;
/** Milliseconds until the releases on the disk are listed again for a dictionary that none of them has. */
const listingMs = 10_000;

/**
 * Offers each released file as the dictionary for its other releases, and sends the difference to a browser that names one.
 * All other requests get the file as usual: also those whose dictionary is unknown, or for which the difference is not smaller.
 */
export function offerDictionaries(app: FastifyInstance, portalFolder: string): void {
  const differences = differencesOf(portalFolder);
  app.addHook('onRequest', async (request, reply) => {
    const file = partsOf(request.url);
    const dictionary = dictionaryOf(request.headers);
    if (file === undefined || dictionary === undefined || request.method !== 'GET') return;
    const difference = await differences(file, dictionary);
    if (difference === undefined) return;
    return reply
      .headers({
        'content-type': mediaTypes[file.ending],
        'content-encoding': 'dcz',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(difference);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const file = partsOf(request.url);
    // A difference is a dictionary as well, after it has been decoded.
    if (file !== undefined && reply.statusCode === 200)
      reply.headers({
        'use-as-dictionary': `match="${matchOf(file)}"`,
        vary: 'accept-encoding, available-dictionary',
      });
    return payload;
  });
}

function partsOf(address: string): Released | undefined {
  const {
    unit,
    version,
    name,
    hash = '',
    ending,
  } = (hashed.exec(address) ?? texts.exec(address))?.groups ?? {};
  if (unit === undefined || version === undefined || name === undefined || ending === undefined)
    return undefined;
  return { unit, version, name, hash, ending };
}

/** The addresses of all releases of a file, as a pattern of the URL standard. */
function matchOf({ unit, name, hash, ending }: Released): string {
  return `/${unit}/*/${name}${hash === '' ? '' : '.*'}${ending}`;
}

/** The SHA-256 of the dictionary that a request names, in hexadecimal digits. */
function dictionaryOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  if (!/\bdcz\b/.test(String(headers['accept-encoding'] ?? ''))) return undefined;
  const named = /^:([A-Za-z0-9+/]{43}=):$/.exec(String(headers['available-dictionary'] ?? ''));
  return named?.[1] && Buffer.from(named[1], 'base64').toString('hex');
}

type Differences = (file: Released, dictionary: string) => Promise<Buffer | undefined>;

/** Computes each difference once, when it is first asked for: which releases browsers have is not known before. */
function differencesOf(portalFolder: string): Differences {
  const kept = new Map<string, Promise<Buffer | undefined>>();
  const find = dictionaryFinder(portalFolder);
  let computing = 0;
  let minute = { began: performance.now(), computed: 0 };
  const isBusy = (): boolean => {
    if (performance.now() - minute.began > 60_000) minute = { began: performance.now(), computed: 0 };
    return computing >= computedTogether || minute.computed >= computedInMinute;
  };
  const compute = async (file: Released, dictionary: string): Promise<Buffer | undefined> => {
    computing += 1;
    minute.computed += 1;
    try {
      // Visitors choose names: nothing is remembered of a file that does not exist.
      const whole = await readRegularFile(path.join(portalFolder, addressOf(file)));
      const known = whole.length > longest ? undefined : await find(file, dictionary);
      return known && (await differenceOf(portalFolder, file, { whole, dictionary, known }));
    } finally {
      computing -= 1;
    }
  };
  return async (file, dictionary) => {
    const key = `${addressOf(file)} ${dictionary}`;
    const found = kept.get(key);
    if (found !== undefined || isBusy()) return found;
    const difference = compute(file, dictionary).catch(() => undefined);
    kept.set(key, difference);
    // A browser may name what is no file of a release: only what helps is remembered.
    if ((await difference) === undefined) kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size > keptDifferences && oldest !== undefined) kept.delete(oldest);
    return difference;
  };
}

/** The whole file in the encoding `dcz`, or undefined if that is not smaller than the file alone. */
async function differenceOf(
  portalFolder: string,
  file: Released,
  { whole, dictionary, known }: { whole: Buffer; dictionary: string; known: Buffer },
): Promise<Buffer | undefined> {
  const usual = await readRegularFile(path.join(portalFolder, `${addressOf(file)}.br`)).catch(() => whole);
  const compressed = await promisify(zstdCompress)(whole, { params: parameters, dictionary: known });
  const difference = Buffer.concat([magic, Buffer.from(dictionary, 'hex'), compressed]);
  return difference.length < usual.length ? difference : undefined;
}

/** Finds the release of a file that has this SHA-256. */
function dictionaryFinder(portalFolder: string): Differences {
  /** SHA-256 → address, for each file. Files of releases never change. */
  const known = new Map<string, { listedAt: number; addresses: Map<string, string> }>();
  const list = async (file: Released): Promise<Map<string, string>> => {
    const key = matchOf(file);
    const listed = known.get(key);
    if (listed !== undefined && performance.now() - listed.listedAt < listingMs) return listed.addresses;
    const addresses = listed?.addresses ?? new Map<string, string>();
    known.set(key, { listedAt: performance.now(), addresses });
    const listedBefore = new Set(addresses.values());
    for (const address of await releasesOf(portalFolder, file)) {
      if (listedBefore.has(address)) continue;
      const content = await readRegularFile(path.join(portalFolder, address));
      addresses.set(createHash('sha256').update(content).digest('hex'), address);
    }
    return addresses;
  };
  return async (file, dictionary) => {
    const address = known.get(matchOf(file))?.addresses.get(dictionary) ?? (await list(file)).get(dictionary);
    return address === undefined ? undefined : readRegularFile(path.join(portalFolder, address));
  };
}

/** The addresses of a file in all releases on the disk. */
async function releasesOf(portalFolder: string, file: Released): Promise<string[]> {
  const versions = await readdir(path.join(portalFolder, file.unit));
  const folders = versions.map((version) => `/${file.unit}/${version}/${path.posix.dirname(file.name)}`);
  const names = await Promise.all(
    folders.map((folder) => readdir(path.join(portalFolder, folder)).catch(() => [])),
  );
  return folders
    .flatMap((folder, index) => (names[index] ?? []).map((name) => path.posix.join(folder, name)))
    .filter((address) => {
      const parts = partsOf(address);
      return parts !== undefined && matchOf(parts) === matchOf(file);
    });
}

function addressOf({ unit, version, name, hash, ending }: Released): string {
  return `/${unit}/${version}/${name}${hash}${ending}`;
}
