import { buildPackages } from '@portal/federation-build/workspace/build-packages';

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const built = await buildPackages({ names, isForced: process.argv.includes('--force') });
process.exitCode = built ? 0 : 1;
