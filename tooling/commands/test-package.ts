// npm run test:package <folder> [-- Jest arguments], or npm test in an area: checks the package's types and runs its tests.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@portal/federation-build/workspace/workspace-packages';
import { checkTypes } from '../check/types-step.ts';
import { jestProgram } from '../check/unit-step.ts';
import { runForeground } from '../process/run-process.ts';

const [folder, ...args] = process.argv.slice(2);
if (folder === undefined || !existsSync(path.join(root, folder, 'jest.config.mjs'))) {
  console.error(
    `There is no package "${folder ?? ''}". Usage: npm run test:package <folder> [-- Jest arguments]`,
  );
  process.exit(2);
}
const types = await checkTypes(folder);
if (types.failed > 0) {
  console.error(types.report);
  process.exit(1);
}
runForeground(jestProgram, { args: [...args, '--projects', folder] });
