import { spawnSync } from 'node:child_process';
import { areaNameFault } from '@portal/federation-build/new-area/area-name';
import { writeArea } from '@portal/federation-build/new-area/write-area';
import { root } from '@portal/federation-build/workspace/workspace-packages';

const id = process.argv[2];
const fault = id === undefined ? 'Usage: npm run new:area <name>' : areaNameFault(root, id);
if (id === undefined || fault !== null) {
  console.error(fault);
  process.exit(2);
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
