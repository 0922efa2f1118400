import type { TrustedStore } from '../signing/trust.ts';
import { readStatedTime } from './publication.ts';
import { NoSuchRelease, type PublishedRelease, readPublications, untrusted } from './release-json.ts';
import type { ReleaseName } from './release-name.ts';

/** By how much the clocks of two machines may differ. */
const toleranceMs = 5 * 60_000;

/** Which releases were published in the future: by a clock that was ahead, or this machine's is behind. */
export function publishedInFuture(published: readonly PublishedRelease[]): PublishedRelease[] {
  return published.filter((each) => Date.parse(each.published) > Date.now() + toleranceMs);
}

/**
 * Replaces `latest` by the trusted version that was published last, and reports later ones, which somebody may expect in its
 * place. Throws NoSuchRelease, also when the clocks leave open which one was the last.
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
  const [ahead] = publishedInFuture(published);
  if (ahead !== undefined && published.length > 1)
    throw new NoSuchRelease(
      `${unit}@latest is uncertain: ${ahead.name.version} was published at ${ahead.published}, which is in the future; ` +
        `name the version that you mean: "portal status ${unit}" lists them`,
    );
  for (const later of stated)
    if (later.time > latest.published)
      report(
        `${unit}@latest is ${latest.name.version}, because ${untrusted(later.name, later.fault).message}`,
      );
  return latest.name;
}
