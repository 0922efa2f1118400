import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { outputFolder } from '@portal/federation-build/webpack/federated-package';
import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import { stagePortal } from '@portal/federation-cli/stage-portal';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { restartedProgram } from '../process/restarted-program.ts';

const portalFolder = path.resolve(root, 'var', 'portal-dev');
const firstPort = 4200;
/** Milliseconds, because an editor may write a file more than once. */
const restartDelay = 200;

const packages = builtPackages();
const wanted = process.argv[2] ?? 'all';
if (wanted !== 'all' && !packages.includes(`remote-${wanted}`)) {
  const areas = packages.flatMap((name) => (name === 'host' ? [] : [name.replace('remote-', '')]));
  console.error(
    `There is no area "${wanted}". The areas are ${areas.join(', ')}. Without a name, all are served.`,
  );
  process.exit(2);
}

const developed = packages.filter(
  (name) => name === 'host' || wanted === 'all' || name === `remote-${wanted}`,
);
const others = packages.filter((name) => !developed.includes(name));
// Production builds, made before the environment variable switches to development.
if (others.length > 0 && !(await buildPackages({ names: others }))) process.exit(1);
process.env['PORTAL_DEV'] = wanted;

const bases: Record<string, string> = {};
const servers: WebpackDevServer[] = [];
for (const [index, name] of developed.entries()) {
  const port = firstPort + index;
  const base = `http://localhost:${port}/`;
  bases[name.replace('remote-', '')] = base;
  servers.push(await serve(name, port));
  console.error(`  ${name} on ${base}`);
}

const buildOf = (name: string) => path.join(root, name, outputFolder(!developed.includes(name)));
const { composition, publicKey } = await stagePortal({
  host: buildOf('host'),
  areas: packages.filter((name) => name !== 'host').map(buildOf),
  target: portalFolder,
  // Another key than that of `npm start`: server and browser refuse a lower composition number of the same key.
  keyFile: path.resolve(root, 'var/keys/development.pem'),
  bases,
});
console.error(
  `Composition ${composition.number}: ${developed.join(', ')} with hot reload, the others as production builds.`,
);

// `node --watch` does not wait for the server to stop, which would leave the database running.
const bff = restartedProgram({
  start: () =>
    spawn(process.execPath, [path.join(root, 'demo/src/server.ts')], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PORTAL_DIR: portalFolder, COMPOSITION_PUBLIC_KEY: publicKey },
    }),
  onEnd: () => console.error('The BFF has stopped. It starts again when one of its files changes.'),
  onStopped: () => void finish(),
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

async function finish(): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
  process.exit(0);
}

async function serve(name: string, port: number): Promise<WebpackDevServer> {
  const { default: configuration }: { default: Configuration } = await import(
    pathToFileURL(path.join(root, name, 'webpack.config.ts')).href
  );
  const compiler = webpack(configuration);
  if (compiler === null) throw new Error(`webpack did not accept the configuration of ${name}`);
  const isCompiled = new Promise<void>((resolve) => compiler.hooks.done.tap('dev', () => resolve()));
  const server = new WebpackDevServer(
    {
      host: 'localhost',
      port,
      hot: true,
      liveReload: false,
      static: false,
      // Its own handler would exit before the BFF has stopped.
      setupExitSignals: false,
      allowedHosts: ['localhost'],
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
      // The composition is read from these files. All others stay in memory.
      devMiddleware: { writeToDisk: (file) => file.endsWith('release.json'), stats: 'errors-warnings' },
    },
    compiler,
  );
  await server.start();
  await isCompiled;
  return server;
}
