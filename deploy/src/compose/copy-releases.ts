import type { Parts } from '../composition/write-composition.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** Copies every release that a set names from one store to another; files that are there already are left alone. */
export async function copyReleases(
  from: ReleaseStore,
  to: ReleaseStore,
  { host, areas }: Parts,
): Promise<number> {
  const placed = areas.flatMap(({ active, previous, canary }) => [active, previous, canary?.release ?? null]);
  const folders = [host, ...placed].flatMap((release) =>
    release === null ? [] : [release.base.replace(/^\//, '')],
  );
  let copied = 0;
  for (const folder of new Set(folders)) {
    const present = new Set((await to.list(folder)).map(({ path }) => path));
    for (const { path } of await from.list(folder)) {
      const file = present.has(path) ? undefined : await from.read(path);
      if (file === undefined) continue;
      await to.write(path, file.content);
      copied += 1;
    }
  }
  return copied;
}
