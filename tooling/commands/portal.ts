// npm run portal -- <command>: the release tool; "npm run portal -- --help" lists its commands.
import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';
import { runForeground } from '../process/run-process.ts';

const args = process.argv.slice(2);
// The name of the area may follow options.
const names = builtPackages().filter((name) => args.includes(name.replace(/^remote-/, '')));
// An outdated build would be recorded with this commit.
if (args[0] === 'publish' && !args.includes('--from') && names.length > 0) {
  if (!(await buildPackages({ names }))) process.exit(1);
}
runForeground('federation/cli/src/cli.ts', { args });
