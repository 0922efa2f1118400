import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

interface SbomRequest {
  /** Absolute folder of the package. */
  folder: string;
  /** Version of the release. */
  version: string;
  /** Absolute path of pnpm-lock.yaml, which states the hash of each package. */
  lockFile: string;
}

/** The CycloneDX 1.6 document (JSON) of a package: the installed packages that it needs at run time. */
export function sbomOf({ folder, version, lockFile }: SbomRequest): object {
  const [own, ...others] = packageGraph(folder);
  if (own === undefined) throw new Error(`${folder} is not a package`);
  const hashes = lockedHashes(lockFile);
  const released: InstalledPackage = { ...own, version };
  const all = [released, ...others];
  const references = new Map(all.map((one) => [one.folder, packageUrl(one)]));
  const dependencies = new Map(
    all.map((one) => [
      packageUrl(one),
      [...new Set(one.dependsOn.flatMap((dependency) => references.get(dependency) ?? []))].sort(),
    ]),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      tools: { components: [{ type: 'application', name: 'portal publish' }] },
      component: { ...component(released, hashes), type: 'application' },
    },
    components: distinct(others.map((one) => component(one, hashes))),
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
}

function component(installed: InstalledPackage, hashes: ReadonlyMap<string, string>) {
  const { name, version, license } = installed;
  const purl = packageUrl(installed);
  const hash = hashes.get(`${name}@${version}`);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(hash === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
  };
}

/** `MIT` is an id, `MIT OR Apache-2.0` an expression, `UNLICENSED` a name. */
function licenseOf(license: string): object {
  if (/ (?:OR|AND|WITH) /.test(license)) return { expression: license };
  return { license: license === 'UNLICENSED' || license.includes(' ') ? { name: license } : { id: license } };
}

function packageUrl({ name, version }: InstalledPackage): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function distinct<T extends { purl: string }>(components: T[]): T[] {
  return [...new Map(components.map((one) => [one.purl, one])).values()].sort((a, b) =>
    a.purl < b.purl ? -1 : 1,
  );
}

/** `name@version` → SHA-512 in hex. */
function lockedHashes(lockFile: string): Map<string, string> {
  if (!existsSync(lockFile)) return new Map();
  const entry = /^ {2}'?(@?[^@'\s]+@[^'\s:]+)'?:\n {4}resolution: \{integrity: sha512-([A-Za-z0-9+/=]+)/gm;
  return new Map(
    [...readFileSync(lockFile, 'utf8').matchAll(entry)].map(([, name = '', hash = '']) => [
      name,
      Buffer.from(hash, 'base64').toString('hex'),
    ]),
  );
}

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string()),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

export interface InstalledPackage {
  name: string;
  version: string;
  license: string | undefined;
  /** Absolute real folder; identifies the package. */
  folder: string;
  /** Folders of its dependencies. */
  dependsOn: string[];
}

/**
 * The installed packages that a package needs at run time, itself first, resolved as Node does from each package's folder.
 * Includes optional and peer dependencies that are installed. Throws when a dependency is not installed.
 */
export function packageGraph(folder: string): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const waiting = [realpathSync(folder)];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found.has(next)) continue;
    const installed = readPackage(next);
    found.set(next, installed);
    waiting.push(...installed.dependsOn);
  }
  return [...found.values()];
}

function readPackage(folder: string): InstalledPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license, ...needs } = v.parse(manifestSchema, manifest);
  const required = Object.keys(needs.dependencies)
    .filter((dependency) => !Object.hasOwn(needs.optionalDependencies, dependency))
    .map((dependency) => {
      const found = locate(dependency, folder);
      if (found === undefined) throw new Error(`${name} needs ${dependency}, which is not installed`);
      return found;
    });
  const others = Object.keys({ ...needs.optionalDependencies, ...needs.peerDependencies })
    .map((dependency) => locate(dependency, folder))
    .filter((found) => found !== undefined);
  return { name, version, license, folder, dependsOn: [...new Set([...required, ...others])].sort() };
}

/** The folder of an installed package, found as Node does; undefined when it is not installed. */
function locate(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === path.dirname(folder)) return undefined;
  }
}
