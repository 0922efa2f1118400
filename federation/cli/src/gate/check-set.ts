import type { Area } from '@portal/federation-contract/area';
import type { HostRelease, LiveRelease } from '@portal/federation-contract/composition';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import type { UnitSet } from '../composition/write-composition.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import { NoSuchRelease, readStoredArea, readStoredHost } from '../releases/stored-release.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { checkFiles } from './check-files.ts';
import { checkSizes } from './check-sizes.ts';
import { checkCollisions } from './collisions.ts';
import type { Finding } from './finding.ts';
import { checkAgainstHost } from './shared-ranges.ts';

interface Candidate {
  area: Area;
  release: LiveRelease;
}

/**
 * The gate: holds a set that is to go live against itself. Every release in it that a page may get has to understand
 * the host, to claim nothing of another's, and to have all its files; the new ones also have to keep their budgets.
 */
export async function checkSet(
  store: ReleaseStore,
  units: UnitSet,
  candidates: readonly ReleaseName[],
  facts: PortalFacts,
): Promise<Finding[]> {
  const host = await readHost(store, units.host.version);
  const areas = units.areas.filter(({ active }) => active.manifest !== null);
  const running: Candidate[] = areas.flatMap(({ area, active, canary }) => [
    { area, release: active },
    ...(canary === null ? [] : [canary]),
  ]);
  const findings = [
    ...(host.release === undefined ? [host.findings] : []),
    ...(await Promise.all(running.map((one) => checkOne(store, host.release, one)))),
    ...collisionsOfSet(units, hostNamespaces(host.release), facts),
    ...(await Promise.all(candidates.map((candidate) => checkCandidate(store, candidate)))),
  ];
  return findings.flat();
}

/** A host that cannot be read is a finding: it must not keep an area from being rolled back. */
async function readHost(
  store: ReleaseStore,
  version: string,
): Promise<{ release: HostRelease; findings: [] } | { release: undefined; findings: Finding[] }> {
  try {
    return { release: (await readStoredHost(store, { unit: 'host', version })).release, findings: [] };
  } catch (error) {
    return { release: undefined, findings: unreadable(`host@${version}`, error) };
  }
}

/** Throws again what is no NoSuchRelease. */
function unreadable(release: string, error: unknown): Finding[] {
  if (!(error instanceof NoSuchRelease)) throw error;
  return [{ check: 'files', release, message: error.message }];
}

/** Namespaces whose texts travel in the host's own release. */
function hostNamespaces(host: HostRelease | undefined): string[] {
  return Object.keys(host?.files ?? {}).flatMap((file) => /^locales\/en\/(\w+)\.json$/.exec(file)?.[1] ?? []);
}

async function checkOne(
  store: ReleaseStore,
  host: HostRelease | undefined,
  { area, release }: Candidate,
): Promise<Finding[]> {
  const text = `${area.id}@${release.version}`;
  try {
    const stored = await readStoredArea(store, { unit: area.id, version: release.version });
    return host === undefined ? [] : checkAgainstHost(text, stored.release, host);
  } catch (error) {
    return unreadable(text, error);
  }
}

/** What some visitors get: the active set, and the same with each canary in its area's place. */
function collisionsOfSet({ areas }: UnitSet, namespaces: string[], facts: PortalFacts): Finding[][] {
  const active = areas.map(({ area, active: release }) => ({ area, unique_name: release.unique_name }));
  const withCanaries = areas.map(({ area, active: release, canary }) => ({
    area: canary?.area ?? area,
    unique_name: (canary?.release ?? release).unique_name,
  }));
  const findings = [active, withCanaries].flatMap((set) => checkCollisions(set, namespaces, facts));
  return [[...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()]];
}

async function checkCandidate(store: ReleaseStore, name: ReleaseName): Promise<Finding[]> {
  const read = name.unit === 'host' ? readStoredHost : readStoredArea;
  const { release } = await read(store, name);
  const [files, sizes] = await Promise.all([
    checkFiles(store, name, release.files),
    checkSizes(store, name, release),
  ]);
  return [...files.findings, ...sizes];
}
