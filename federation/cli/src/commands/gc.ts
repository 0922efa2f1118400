import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { changeOptionsSchema, defineCommand, wholeNumber } from '../cli/command.ts';
import { type Live, readLive, trusted } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import { type ChangeRequest, writeComposition } from '../composition/write-composition.ts';
import { faultPoint } from '../fault-point.ts';
import { publishedVersions, storedVersions } from '../releases/release-json.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { type ReleaseStore, StoreConflict } from '../store/release-store.ts';
import { filesOfReport, readReport, reportFile, trialFolder } from '../trial-run/trial-report.ts';

export const gc = defineCommand({
  name: 'gc',
  summary: 'remove unused releases',
  options: {
    '--keep <number>': 'number of compositions, and of published releases of each area, to keep (10)',
    '--days <number>':
      'keep releases that were live in the last days before the latest change, for open pages (7)',
    '--reason <text>': 'why, for the audit record',
    '--dry-run': 'report what would be removed, and remove nothing',
  },
  details:
    'It never removes the active, previous and canary releases of the last compositions or of the last days, the last\npublished releases of each area, or the numbered compositions. Pictures of trial runs go with their compositions.',
  input: v.object({
    keep: v.optional(wholeNumber(1, 10_000), '10'),
    days: v.optional(wholeNumber(0, 10_000), '7'),
    reason: changeOptionsSchema.entries.reason,
    dryRun: changeOptionsSchema.entries.dryRun,
  }),
  async run({ keep, days, reason = 'no longer needed', dryRun }, context) {
    const key = await context.key();
    const garbage = await collectGarbage({ ...context, key, why: reason, keep, days, isDryRun: dryRun });
    const removed = garbage.removed.map(({ unit, version }) => `${unit}@${version}`);
    const names = [...removed, ...garbage.leftovers.map((folder) => `${folder} (incomplete)`)];
    const pictures =
      garbage.pictures.length === 0 ? '' : ` And ${garbage.pictures.length} files of trial runs.`;
    const head = `${dryRun ? 'Would remove' : 'Removed'} ${names.length}, kept ${garbage.kept} releases.${pictures}`;
    return {
      data: { ...garbage, removed, isDryRun: dryRun },
      text: [head, ...names.map((name) => `  ${name}`)].join('\n'),
    };
  },
});

interface GarbageRequest extends ChangeRequest {
  /** Number of compositions, and of published releases of each area, that are not removed. */
  keep: number;
  /** Releases that were live in the last days before the latest change are not removed: open pages still load their files. */
  days: number;
  isDryRun?: boolean;
}

interface Garbage {
  removed: ReleaseName[];
  /** Folders of publications that were not finished. */
  leftovers: string[];
  /** Reports and pictures of trial runs before older compositions. */
  pictures: string[];
  kept: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Milliseconds after which an incomplete publication counts as abandoned. */
const leftoverAge = dayMs;

/**
 * Removes releases that are neither in a recent composition, as active, previous or canary release, nor among the last
 * published releases of their area. The change is recorded as a composition. release.json is removed first: a command
 * that deploys the release meanwhile is refused, or the release is restored.
 */
export async function collectGarbage(request: GarbageRequest): Promise<Garbage> {
  const { store, key } = request;
  return store.exclusively(async () => {
    const live = await readLive(store, key.publicKey);
    if (live === undefined) return { removed: [], leftovers: [], pictures: [], kept: 0 };
    const found = await findGarbage(request, live);
    if (request.isDryRun !== true) await remove(request, live, found);
    return found;
  });
}

async function findGarbage(request: GarbageRequest, live: Live): Promise<Garbage> {
  const { store, key, keep } = request;
  const present = await findPresent(request, live);
  const { named, reports } = await namedFiles(request, live, present);
  const files = [...(await store.list('host/')), ...(await store.list('remotes/'))];
  const folders = Map.groupBy(files, ({ path }) => /^(?:host|remotes\/[^/]+)\/[^/]+\//.exec(path)?.[0] ?? '');
  const units = [...new Set([...folders.keys()].flatMap((folder) => unitOf(folder) ?? []))];
  const versions = await Promise.all(
    units.map((unit) => versionsOf(trusted(store, live, key.publicKey), unit)),
  );
  const removed = versions.flatMap((names) =>
    names.slice(keep).filter((name) => !named.has(releaseFolder(name))),
  );
  const leftovers = [...folders].flatMap(([folder, content]) => {
    const isRelease = content.some(({ path }) => path === `${folder}release.json`);
    const isOld = content.every(({ modified }) => present - modified.getTime() > leftoverAge);
    return folder !== '' && !isRelease && isOld && !named.has(folder) ? [folder] : [];
  });
  const pictures = await oldPictures(store, reports, present);
  return { removed, leftovers, pictures, kept: versions.flat().length - removed.length };
}

/**
 * Returns the time until which ages are reckoned, in milliseconds since the epoch: not the clock's, which may be years ahead, but at
 * most that of the latest change of what is live, which this command does not change.
 */
async function findPresent({ store, key }: GarbageRequest, live: Live): Promise<number> {
  for await (const { composition, change } of readHistory(store, live, key.publicKey))
    if (Object.keys(change.after).length > 0) return Math.min(Date.now(), Date.parse(composition.created));
  return Number.NEGATIVE_INFINITY;
}

/** Trusted releases first, newest first: what somebody else has stored must not displace them. */
async function versionsOf(store: TrustedStore, unit: string): Promise<ReleaseName[]> {
  const published = await publishedVersions(store, unit);
  const known = new Set(published.map(({ version }) => version));
  const others = await storedVersions(store, unit);
  return [...published, ...others.filter(({ version }) => !known.has(version))];
}

interface Named {
  /** Folders of releases. */
  named: Set<string>;
  /** Hashes of reports of trial runs. */
  reports: string[];
}

/** What recent compositions name. */
async function namedFiles(
  { store, key, keep, days }: GarbageRequest,
  live: Live,
  present: number,
): Promise<Named> {
  const since = present - days * dayMs;
  const named = new Set<string>();
  const reports: string[] = [];
  let count = 0;
  /** When the composition was replaced, in milliseconds since the epoch. */
  let until = Number.POSITIVE_INFINITY;
  for await (const { composition, change } of readHistory(store, live, key.publicKey)) {
    const created = Date.parse(composition.created);
    // One that was replaced before it was made was replaced while the clock was behind.
    if (count >= Math.max(1, keep) && Math.max(until, created) <= since) break;
    for (const { release } of namedReleases(composition)) named.add(release.base.replace(/^\//, ''));
    if (change.trial_run !== undefined) reports.push(change.trial_run);
    count += 1;
    until = created;
  }
  return { named, reports };
}

/** Files of trial runs that no recent composition names. A new one belongs to a change that is not live yet. */
async function oldPictures(
  store: ReleaseStore,
  reports: readonly string[],
  present: number,
): Promise<string[]> {
  const needed = new Set<string>();
  for (const hash of reports) {
    const report = await readReport(store, hash);
    for (const file of report === undefined ? [reportFile(hash)] : filesOfReport(hash, report))
      needed.add(file);
  }
  return (await store.list(trialFolder))
    .filter(({ path, modified }) => !needed.has(path) && present - modified.getTime() > leftoverAge)
    .map(({ path }) => path);
}

function unitOf(folder: string): string | undefined {
  return folder.startsWith('host/') ? 'host' : /^remotes\/([^/]+)\//.exec(folder)?.[1];
}

async function remove(
  request: GarbageRequest,
  live: Live,
  { removed, leftovers, pictures }: Garbage,
): Promise<void> {
  const { store } = request;
  const folders = removed.map(releaseFolder);
  if (folders.length > 0) await withdraw(request, live, folders);
  for (const folder of [...folders, ...leftovers]) {
    for (const { path } of await store.list(folder)) {
      await store.remove(path);
      faultPoint('gc-file-removed');
    }
  }
  for (const file of pictures) await store.remove(file);
}

/** Prevents the deployment of the releases: their release.json is gone, and the new composition refuses older decisions. */
async function withdraw(request: GarbageRequest, live: Live, folders: string[]): Promise<void> {
  const { store } = request;
  const manifests = new Map<string, Buffer | undefined>();
  for (const file of folders.map((folder) => `${folder}release.json`))
    manifests.set(file, (await store.read(file))?.content);
  for (const file of manifests.keys()) {
    await store.remove(file);
    faultPoint('gc-manifest-removed');
  }
  try {
    await writeComposition({ ...request, live, units: live.composition });
  } catch (error) {
    if (error instanceof StoreConflict)
      for (const [file, content] of manifests) if (content !== undefined) await store.write(file, content);
    throw error;
  }
  faultPoint('gc-swapped');
}
