import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Composition } from '@portal/federation-contract/composition';

/** Milliseconds between two looks at the files: every page asks. */
const lookInterval = 1_000;

/**
 * Whether pages of a composition can work: its host and at least one of its areas can be read, or the releases that pages use
 * instead of them. Pages work without a single area. `onLost` is called once until the files can be read again.
 */
export function readableReleases(
  portalFolder: string,
  onLost: (error: Error) => void,
): (composition: Composition) => boolean {
  let last: { composition: Composition; areReadable: boolean; until: number } | undefined;
  return (composition) => {
    if (last?.composition === composition && performance.now() < last.until) return last.areReadable;
    const areReadable = findReadable(portalFolder, composition);
    if (!areReadable && last?.areReadable !== false)
      onLost(new Error(`the files of the live releases in ${portalFolder} cannot be read`));
    last = { composition, areReadable, until: performance.now() + lookInterval };
    return areReadable;
  };
}

function findReadable(portalFolder: string, { host, previous_host, areas }: Composition): boolean {
  const isReadable = (base: string, name: string) =>
    !base.startsWith('/') || canRead(portalFolder, base, name);
  const hosts = previous_host === undefined ? [host] : [host, previous_host];
  if (!hosts.some(({ base }) => isReadable(base, 'index.html'))) return false;
  const releases = areas.flatMap(({ active, previous }) =>
    previous === null ? [active] : [active, previous],
  );
  return releases.length === 0 || releases.some(({ base, entry }) => isReadable(base, entry));
}

function canRead(...names: readonly string[]): boolean {
  try {
    accessSync(path.join(...names), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
