import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';

// A shell that completes the name of a folder ends it with a slash.
const names = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .map((name) => name.replace(/\/$/, ''));
const known = builtPackages();
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')}. Packages: ${known.join(', ')}.`);
  process.exit(2);
}
const built = await buildPackages({ names, isForced: process.argv.includes('--force') });
process.exitCode = built ? 0 : 1;
