import type { TrustedStore } from '../signing/trust.ts';
import { readStatedTime } from './publication.ts';
import { NoSuchRelease, readPublications, untrusted } from './release-json.ts';
import type { ReleaseName } from './release-name.ts';

/**
 * Replaces `latest` by the trusted version that was published last, and reports later ones, which somebody may expect in its
 * place. Throws NoSuchRelease.
 */
export async function resolveName(
  store: TrustedStore,
  name: ReleaseName,
  report: (text: string) => void,
): Promise<ReleaseName> {
  if (name.version !== 'latest') return name;
  const { unit } = name;
  const { published, refused } = await readPublications(store, unit);
  const stated = await Promise.all(
    refused.map(async (each) => ({ ...each, time: await readStatedTime(store, each.name) })),
  );
  const [latest] = published;
  if (latest === undefined) {
    const [newest] = stated.toSorted((a, b) => (a.time < b.time ? 1 : -1));
    throw newest === undefined
      ? new NoSuchRelease(`no release of ${unit} is published`)
      : untrusted(newest.name, newest.fault);
  }
  for (const later of stated)
    if (later.time > latest.published)
      report(
        `${unit}@latest is ${latest.name.version}, because ${untrusted(later.name, later.fault).message}`,
      );
  return latest.name;
}
