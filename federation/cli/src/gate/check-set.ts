import type { HostRelease } from '@portal/federation-contract/composition';
import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import { chosenRelease, namedReleases } from '@portal/federation-contract/release-lookup';
import type { UnitSet } from '../composition/write-composition.ts';
import { NoSuchRelease, readStoredArea, readStoredHost } from '../releases/release-json.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { checkStyles } from './area-styles.ts';
import { checkAgainstHost, checkFiles, type Finding } from './check-release.ts';
import { checkCollisions } from './collisions.ts';
import { missingTexts } from './missing-texts.ts';
import { checkSizes } from './size-budgets.ts';

/**
 * The gate: checks the set that is to go live. Every release that a page may get must fit every host that it
 * may get it with, must not collide with another area, and must be readable; the files of candidates must be complete and
 * within the size budgets, their texts must exist in all languages, and the styles of an area must match nothing outside it.
 */
export async function checkSet(
  store: TrustedStore,
  units: UnitSet,
  candidates: readonly ReleaseName[],
  facts: PortalFacts,
): Promise<Finding[]> {
  const hosts = [units.host, units.canary_host?.release].filter((host) => host !== undefined);
  const findings = await Promise.all([
    ...hosts.map(({ version }) => checkBesideHost(store, units, version, facts)),
    ...candidates.map((candidate) => checkCandidate(store, candidate, facts)),
  ]);
  // What does not depend on the host is found beside each; the first counts.
  const found = Map.groupBy(findings.flat(), identityOf);
  return [...found.values()].flatMap(([finding]) => finding ?? []);
}

/** Each visitor gets the canaries of host and areas independently: every release must fit every host. */
async function checkBesideHost(
  store: TrustedStore,
  units: UnitSet,
  version: string,
  facts: PortalFacts,
): Promise<Finding[]> {
  const { release, findings } = await readHost(store, version);
  const fit = await Promise.all([
    ...runningIn(units).map((one) => checkOne(store, release, one)),
    ...fallbacksIn(units).map((one) => checkFallback(store, release, one)),
  ]);
  const found = [
    ...findings,
    ...unreadMembers(units, release),
    ...fit.flat(),
    ...collisionsOfSet(units, release, facts),
  ];
  if (version === units.host.version) return found;
  return found.map(({ advice = '', ...finding }) => ({
    ...finding,
    advice: `${advice} ${version} is the canary of the host: "portal halt host" ends it.`.trim(),
  }));
}

/** Identifies a finding. Its advice depends on the release's place in the set. */
export function identityOf({ advice: _, ...finding }: Finding): string {
  return JSON.stringify(finding);
}

/** The set without its previous host if a release of the set does not fit that host: pages must not fall back to it. */
export async function withoutUnfitHost(store: TrustedStore, units: UnitSet): Promise<UnitSet> {
  const { previous_host: previous, ...others } = units;
  if (previous === undefined) return units;
  const { release, findings } = await readHost(store, previous.version);
  const all = await Promise.all(runningIn(units).map((one) => checkOne(store, release, one)));
  return [...findings, ...unreadMembers(units, release), ...all.flat()].length === 0 ? units : others;
}

/** The releases that pages get, except those of development servers. */
function runningIn({ areas }: UnitSet): ReleaseName[] {
  return areas
    .filter(({ active }) => active.manifest !== null)
    .flatMap(({ area: { id }, active, canary }) =>
      [active, canary?.release ?? []].flat().map(({ version }) => ({ unit: id, version })),
    );
}

function fallbacksIn({ areas }: UnitSet): ReleaseName[] {
  return areas.flatMap(({ area: { id }, previous }) =>
    previous === null ? [] : [{ unit: id, version: previous.version }],
  );
}

/** The set without the reasons of withdrawals if a host of the set does not know them: they must not prevent a withdrawal. */
export async function withoutUnreadReasons(store: TrustedStore, units: UnitSet): Promise<UnitSet> {
  if (units.withdrawn?.reasons === undefined) return units;
  const { reasons: _, ...withdrawn } = units.withdrawn;
  const hosts = namedReleases({ ...units, areas: [] }).map(({ release }) => readHost(store, release.version));
  const areRead = (await Promise.all(hosts)).every(({ release }) =>
    release?.reads.includes('withdrawn.reasons'),
  );
  return areRead ? units : { ...units, withdrawn };
}

/** The pages of an older host refuse a composition with members that they do not know. */
function unreadMembers(units: UnitSet, host: HostRelease | undefined): Finding[] {
  const members = { withdrawn: 'withdrawn areas and versions', canary_host: 'canaries of the host' } as const;
  return (['withdrawn', 'canary_host'] as const).flatMap((member) => {
    if (units[member] === undefined || host === undefined || host.reads.includes(member)) return [];
    const message = `its pages do not know ${members[member]}: deploy a newer host first`;
    return [{ check: 'contract' as const, release: `host@${host.version}`, message }];
  });
}

/** A host that cannot be read is a finding, so that it does not prevent the rollback of an area. */
async function readHost(
  store: TrustedStore,
  version: string,
): Promise<{ release?: HostRelease; findings: Finding[] }> {
  try {
    return { release: (await readStoredHost(store, { unit: 'host', version })).release, findings: [] };
  } catch (error) {
    return { findings: unreadable(`host@${version}`, error) };
  }
}

/** Rethrows errors other than NoSuchRelease. */
function unreadable(release: string, error: unknown): Finding[] {
  if (!(error instanceof NoSuchRelease)) throw error;
  return [{ check: 'files', release, message: error.message }];
}

async function checkOne(
  store: TrustedStore,
  host: HostRelease | undefined,
  name: ReleaseName,
): Promise<Finding[]> {
  const text = `${name.unit}@${name.version}`;
  try {
    const { release } = await readStoredArea(store, name);
    return host === undefined ? [] : checkAgainstHost(text, release, host);
  } catch (error) {
    return unreadable(text, error);
  }
}

/**
 * The release that pages use when the active one fails must run beside the host as well. One that cannot be read is no
 * finding: pages skip it, and it must not prevent a rollback.
 */
async function checkFallback(
  store: TrustedStore,
  host: HostRelease | undefined,
  name: ReleaseName,
): Promise<Finding[]> {
  const advice = `It is the fallback of ${name.unit}. Deploy the host together with a ${name.unit} that runs beside it, or a host that provides it.`;
  const findings = await checkOne(store, host, name);
  return findings.filter(({ check }) => check !== 'files').map((finding) => ({ ...finding, advice }));
}

/** Collisions in every set that a visitor may get. They are between two areas, so sets with up to two canaries show all. */
function collisionsOfSet({ areas }: UnitSet, host: HostRelease | undefined, facts: PortalFacts): Finding[] {
  const source = `locales/${facts.languages[0]}/`;
  const hostNamespaces = Object.keys(host?.files ?? {})
    .filter((file) => file.startsWith(source))
    .flatMap((file) => /^(\w+)\.json$/.exec(file.slice(source.length))?.[1] ?? []);
  const tried = areas.filter(({ canary }) => canary !== null).map(({ area }) => area.id);
  const pairs = tried.flatMap((one, index) => tried.slice(index).map((other) => [one, other]));
  return [[], ...pairs].flatMap((canary) =>
    checkCollisions(
      areas.map((live) => chosenRelease(live, { canary })),
      hostNamespaces,
      facts,
    ),
  );
}

/** Checks the files of a release that goes live again. One that cannot be read is a finding of `checkSet`. */
export async function checkReturning(store: TrustedStore, name: ReleaseName): Promise<Finding[]> {
  const advice =
    'Name another version with --to, or restore the files from a mirror ("portal mirror --help").';
  try {
    const { release } = await (name.unit === 'host' ? readStoredHost : readStoredArea)(store, name);
    return (await checkFiles(store, name, release.files)).map((finding) => ({ ...finding, advice }));
  } catch (error) {
    if (!(error instanceof NoSuchRelease)) throw error;
    return [];
  }
}

async function checkCandidate(
  store: TrustedStore,
  name: ReleaseName,
  facts: PortalFacts,
): Promise<Finding[]> {
  const { release } = await (name.unit === 'host' ? readStoredHost : readStoredArea)(store, name);
  const found = await Promise.all([
    checkFiles(store, name, release.files),
    checkSizes(store, name, { release, limits: facts.size_budgets }),
    missingTexts(store, name, { release, facts }),
    ...(name.unit === 'host' ? [] : [checkStyles(store, name, release.files)]),
  ]);
  return found.flat();
}
