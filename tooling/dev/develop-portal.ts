import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { outputFolder } from '@portal/federation-build/webpack/federated-package';
import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';
import {
  type DevelopmentServer,
  firstDevelopmentPort,
  freePort,
  readConfiguration,
  serveDevelopment,
} from '@portal/federation-build/workspace/development-server';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import { stagePortal } from '@portal/federation-cli/stage-portal';
import { exitOnStoreError } from '../process/exit-on-store-error.ts';
import { restartedProgram } from '../process/restarted-program.ts';

/** Milliseconds, because an editor may write a file more than once. */
const restartDelay = 200;

/**
 * Serves the host and an area, or all areas, with hot reload, the other areas as production builds, and the BFF, which
 * restarts when one of its files changes. Runs until the process is interrupted.
 */
export async function developPortal(area = 'all'): Promise<void> {
  const packages = builtPackages();
  const developed = packages.filter((name) => name === 'host' || area === 'all' || name === `remote-${area}`);
  const others = packages.filter((name) => !developed.includes(name));
  // Production builds, made before the environment variable switches to development.
  if (others.length > 0 && !(await buildPackages({ names: others }))) process.exit(1);
  process.env['PORTAL_DEV'] = area;

  const servers = await serveAll(developed);
  const buildOf = (name: string) => path.join(root, name, outputFolder(!developed.includes(name)));
  const dataFolder = path.resolve(root, process.env['DATA_DIR'] ?? 'var');
  const portalFolder = path.join(dataFolder, 'portal-dev');
  const { composition, publicKey, held } = await exitOnStoreError(() =>
    stagePortal({
      host: buildOf('host'),
      areas: packages.filter((name) => name !== 'host').map(buildOf),
      target: portalFolder,
      // Another key than that of `npm start`: server and browser refuse a lower composition number of the same key.
      keyFile: path.join(dataFolder, 'keys/development.pem'),
      bases: Object.fromEntries([...servers].map(([name, { base }]) => [name.replace('remote-', ''), base])),
    }),
  );
  for (const sentence of held) console.error(sentence);
  console.error(
    `Composition ${composition.number}: ${developed.join(', ')} with hot reload, the others as production builds.`,
  );
  runServer({ PORTAL_DIR: portalFolder, COMPOSITION_PUBLIC_KEY: publicKey }, async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    process.exit(0);
  });
}

async function serveAll(names: readonly string[]): Promise<Map<string, DevelopmentServer>> {
  const servers = new Map<string, DevelopmentServer>();
  const first = firstDevelopmentPort();
  for (const [index, name] of names.entries()) {
    const port = await freePort(first === 0 ? 0 : first + index);
    const configuration = await readConfiguration(path.join(root, name));
    const server = await serveDevelopment({ configuration, port, isHot: true });
    servers.set(name, server);
    console.error(`  ${name} on ${server.base}`);
  }
  return servers;
}

function runServer(settings: Record<string, string>, onStopped: () => Promise<void>): void {
  // `node --watch` does not wait for the server to stop, which would leave the database running.
  const bff = restartedProgram({
    start: () =>
      spawn(process.execPath, [path.join(root, 'demo/src/server.ts')], {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, ...settings },
      }),
    onEnd: () => console.error('The BFF has stopped. It starts again when one of its files changes.'),
    onStopped: () => void onStopped(),
  });
  let pending: NodeJS.Timeout | undefined;
  for (const folder of ['bff/src', 'demo/src', 'federation/contract/src', 'shared/contract']) {
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (!/(?<!\.test)\.ts$/.test(file ?? '')) return;
      clearTimeout(pending);
      pending = setTimeout(() => bff.restart(), restartDelay);
    });
  }
  // A terminal sends Ctrl-C to the BFF too; a supervisor does not.
  process.on('SIGINT', () => bff.stop());
  process.on('SIGTERM', () => bff.stop('SIGTERM'));
}
