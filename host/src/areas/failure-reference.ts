import { pageComposition, pageRelease } from '../composition/page-releases.ts';

/** What support needs to know of a failed area: its id, its version and the composition it stood in. */
export function failureReference(area: string): string {
  const version = pageRelease(area)?.release.version ?? 'none';
  return `${area} ${version} #${pageComposition().number}`;
}
