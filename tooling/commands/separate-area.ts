// npm run separate-area [-- <folder>]: proves that an area lives outside the workspace: packs, installs, tests, builds,
// publishes and checks one. The folder stays; without one, a temporary folder is used.
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeSeparateArea } from '@portal/federation-build/new-area/write-separate-area';
import { packPackages } from '@portal/federation-build/packages/pack-packages';
import { root } from '@portal/federation-build/workspace/workspace-packages';

const place = process.argv[2] ?? mkdtempSync(path.join(tmpdir(), 'portal-separate-'));
const folder = path.join(place, 'news');
const step = (name: string, command: string, args: string[], cwd: string, env = {}) => {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  console.error(
    `  ${status === 0 ? name : `not ${name}`} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  process.exit(1);
};

const packages = await packPackages(path.join(place, 'packages'));
console.error(`  packed ${packages.size} packages`);
writeSeparateArea({ id: 'news', folder, packages });
step('installed', 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
step('tested', 'npm', ['test'], folder);
step('built', 'npm', ['run', 'build'], folder);
const store = path.join(root, 'var', 'portal');
const portal = { PORTAL_STORE: process.env['PORTAL_STORE'] ?? store };
step('published', 'npm', ['run', 'publish'], folder, portal);
const cli = path.join(root, 'federation/cli/src/cli.ts');
step('checked', process.execPath, [cli, 'check', 'news@latest'], root, portal);
console.error(`The area in ${folder} fits the portal in ${portal.PORTAL_STORE}.`);
