import path from 'node:path';
import type { Composition } from '@portal/federation-contract/composition';
import type { Releases } from '@portal/testbed/releases/archive';

/** The version of each area, and of the host, that a page loaded now would get. */
export async function versionsServed(url: string): Promise<Record<string, string>> {
  const html = await (await fetch(`${url}/login`)).text();
  const text = /id="portal-composition">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '{}';
  const { payload }: { payload: string } = JSON.parse(text);
  const { host, areas }: Composition = JSON.parse(payload);
  return {
    host: host.version,
    ...Object.fromEntries(areas.map(({ area, active }) => [area.id, active.version])),
  };
}

/** The full version of an archived release: of an area, or of `host`. */
export function versionOf(releases: Releases, unit: string): string {
  return path.basename(releases.get(unit === 'host' ? 'host' : `remote-${unit}`) ?? '');
}
