import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Composition } from '@portal/federation-contract/composition';

/** Milliseconds between two looks at the files: every page asks. */
const lookInterval = 1_000;

/**
 * Whether pages of a composition can work: its host and at least one of its areas can be read, or the releases that pages use
 * instead of them. Pages work without a single area. `onLost` is called when other units than before cannot be read.
 */
export function readableReleases(
  portalFolder: string,
  onLost: (error: Error) => void,
): (composition: Composition) => boolean {
  let last: { composition: Composition; lost: string; areReadable: boolean; until: number } | undefined;
  return (composition) => {
    if (last?.composition === composition && performance.now() < last.until) return last.areReadable;
    const { host, areas } = findLost(portalFolder, composition);
    const lost = [...host, ...areas].join(', ');
    if (lost !== '' && lost !== last?.lost)
      onLost(new Error(`the live releases of ${lost} in ${portalFolder} cannot be read`));
    const hasArea = areas.length === 0 || areas.length < composition.areas.length;
    const areReadable = host.length === 0 && hasArea;
    last = { composition, lost, areReadable, until: performance.now() + lookInterval };
    return areReadable;
  };
}

/** The units of which neither the live release nor the previous one can be read. */
function findLost(portalFolder: string, { host, previous_host, areas }: Composition) {
  const isReadable = (base: string, name: string) =>
    !base.startsWith('/') || canRead(portalFolder, base, name);
  const hosts = previous_host === undefined ? [host] : [host, previous_host];
  const lostAreas = areas.filter(({ active, previous }) =>
    [active, ...(previous === null ? [] : [previous])].every(({ base, entry }) => !isReadable(base, entry)),
  );
  return {
    host: hosts.some(({ base }) => isReadable(base, 'index.html')) ? [] : ['host'],
    areas: lostAreas.map(({ area }) => area.id),
  };
}

function canRead(...names: readonly string[]): boolean {
  try {
    accessSync(path.join(...names), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
