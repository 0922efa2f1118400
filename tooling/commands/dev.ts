import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stagePortal } from '@portal/deploy/stage-portal';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { buildPackages, builtPackages } from '../build/build-packages.ts';
import { outputFolder } from '../webpack/compile-options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const portalFolder = path.resolve(root, 'var', 'portal-dev');
const firstPort = 4200;

const packages = builtPackages();
const wanted = process.argv[2] ?? 'all';
if (wanted !== 'all' && !packages.includes(`remote-${wanted}`)) {
  const areas = packages.flatMap((name) => (name === 'host' ? [] : [name.replace('remote-', '')]));
  console.error(`There is no area "${wanted}". Areas: ${areas.join(', ')}; without a name, all are served.`);
  process.exit(2);
}

const developed = packages.filter(
  (name) => name === 'host' || wanted === 'all' || name === `remote-${wanted}`,
);
const others = packages.filter((name) => !developed.includes(name));
// Built before the environment says "development": these are production builds.
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
const composition = stagePortal({
  host: buildOf('host'),
  areas: packages.filter((name) => name !== 'host').map(buildOf),
  target: portalFolder,
  bases,
});
console.error(
  `Composition ${composition.number}: ${developed.join(', ')} with hot reload, the rest as built.`,
);

const bff = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', path.join(root, 'bff/src/server.ts')],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORTAL_DIR: portalFolder },
  },
);
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => bff.kill('SIGTERM'));
bff.on('exit', async (code) => {
  await Promise.all(servers.map((server) => server.stop()));
  process.exit(code ?? 0);
});

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
      allowedHosts: ['localhost'],
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false, logging: 'warn' },
      // The composition is made from these; everything else stays in memory.
      devMiddleware: { writeToDisk: (file) => file.endsWith('release.json'), stats: 'errors-warnings' },
    },
    compiler,
  );
  await server.start();
  await isCompiled;
  return server;
}
