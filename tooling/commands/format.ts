// npm run format [-- folder …]: formats files, sorts imports and applies safe fixes.
import { runBiome } from '../lint/third-party.ts';

const folders = process.argv.slice(2);
const { code, stdout, stderr } = await runBiome([
  'check',
  '--write',
  ...(folders.length === 0 ? ['.'] : folders),
]);
console.log(`${stdout}${stderr}`.trim());
process.exitCode = code;
