// npm run new:area <name> [<folder>]: writes an area into this workspace, or into a repository of its own.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { writeArea } from '@portal/federation-build/new-area/area-files';
import { areaNameFault } from '@portal/federation-build/new-area/area-name';
import { writeSeparateArea } from '@portal/federation-build/new-area/write-separate-area';
import { root } from '@portal/federation-build/workspace/workspace-packages';

const [id, folder] = process.argv.slice(2);
const fault = id === undefined ? 'Usage: npm run new:area <name> [<folder>]' : areaNameFault(root, id);
if (id === undefined || fault !== null) {
  console.error(fault);
  process.exit(2);
}
if (folder !== undefined) {
  console.error('Packing the packages of the portal …');
  await writeSeparateArea(id, path.resolve(folder));
  console.error(`Done. The area is in ${path.resolve(folder)}: npm install, npm test, npm run build.`);
  process.exit(0);
}
writeArea(root, id);
console.error(`Created remote-${id}. Installing its dependencies …`);
const install = spawnSync('npx', ['--yes', 'pnpm@12', 'install', '--reporter=silent'], {
  cwd: root,
  stdio: 'inherit',
});
if (install.status !== 0) process.exit(1);
spawnSync('biome', ['check', '--write', `remote-${id}`], { cwd: root, stdio: 'ignore' });
console.error(
  `Done. "npm run dev ${id}" serves it with hot reload. The page is /${id}, the code is in remote-${id}/src.`,
);
