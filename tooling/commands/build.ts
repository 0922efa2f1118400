import { buildPackages } from '../build/build-packages.ts';

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const built = await buildPackages({ names, isForced: process.argv.includes('--force') });
process.exitCode = built ? 0 : 1;
