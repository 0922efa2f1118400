import { composition } from '../document/portal-document.ts';

/** What support needs to know of a failed area: its id, its version and the composition it stood in. */
export function failureReference(area: string): string {
  const version = composition.areas.find((release) => release.area.id === area)?.version ?? 'none';
  return `${area} ${version} #${composition.number}`;
}
