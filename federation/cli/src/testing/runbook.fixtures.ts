import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Composition } from '@portal/federation-contract/composition';
import type { ReleaseHealth } from '@portal/federation-contract/release-telemetry';

const sources = path.join(__dirname, '..');

/** The text of a runbook. */
export function readRunbook(document: string): string {
  return readFileSync(path.join(sources, '../../../docs/runbooks', document), 'utf8');
}

/**
 * A folder for PATH whose `npm` runs the tool on the scratch repository: `npm run portal` the tool itself, `npm run build`
 * writes what a build leaves, with a version that grows. A look (`compose`) is written and not served.
 */
export function writeNpm(folder: string): string {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const builds = JSON.stringify(path.join(sources, 'testing/builds.fixtures.ts'));
  writeFileSync(
    path.join(bin, 'build.mjs'),
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { writeAreaBuild, writeHostBuild } from ${builds};
const root = process.env.PORTAL_ROOT;
const counter = root + '/builds';
const count = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : 1;
writeFileSync(counter, String(count));
const version = '0.1.0-' + String(count).padStart(8, '0');
const wanted = process.argv.slice(2);
const all = ['host', ...['auth', 'profile', 'finances', 'messaging', 'voicing'].map((area) => 'remote-' + area)];
for (const name of wanted.length > 0 ? wanted : all) {
  const folder = root + '/' + name + '/dist';
  if (name === 'host') writeHostBuild(folder, { version });
  else writeAreaBuild(folder, name.replace('remote-', ''), { version });
}
`,
  );
  writeFileSync(
    path.join(bin, 'npm'),
    `#!/bin/sh
set -e
[ "$1" = run ]
what=$2
shift 2
[ "$1" != -- ] || shift
case "$what" in
  build) exec "${process.execPath}" "${bin}/build.mjs" "$@" ;;
  portal) [ "$1" != compose ] || set -- "$@" --no-serve
    exec "${process.execPath}" "${sources}/testing/cli-without-trial-run.ts" "$@" ;;
esac
echo "unknown: npm run $what" >&2
exit 64
`,
  );
  chmodSync(path.join(bin, 'npm'), 0o755);
  return bin;
}

/** Release health in which every page of each active release and each canary has loaded. */
function healthyItems(store: string): ReleaseHealth[] {
  const { payload } = JSON.parse(readFileSync(path.join(store, 'composition.json'), 'utf8'));
  const { areas }: Composition = JSON.parse(payload);
  const pages = { loaded: 100, failed: 0, silent: 0, waiting: 0, load_ms: 300 };
  const itemOf = (area: string, version: string, source: ReleaseHealth['source']) => ({
    area,
    version,
    source,
    loaded: 100,
    failed: 0,
    pages,
  });
  return areas.flatMap(({ area, active, canary }) => [
    itemOf(area.id, active.version, 'active'),
    ...(canary === null ? [] : [itemOf(area.id, canary.release.version, 'canary')]),
  ]);
}

/** The only reference that the portal knows. */
export const knownReference = 'ABCD2345';

/** A portal that serves a store's folder and says that its releases are well. */
export async function startStubPortal(store: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://portal');
    if (pathname === '/ops/release-health') {
      response.end(JSON.stringify({ items: healthyItems(store) }));
      return;
    }
    if (pathname === `/ops/failures/${knownReference}`) {
      const found = { area: 'voicing', version: '0.1.0', source: 'active', stage: 'chunk', composition: 1 };
      response.end(JSON.stringify({ ...found, at: '2026-01-01T00:00:00.000Z' }));
      return;
    }
    try {
      response.end(readFileSync(path.join(store, pathname)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
