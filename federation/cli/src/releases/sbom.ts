import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type InstalledPackage, packageGraph } from './package-graph.ts';

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
