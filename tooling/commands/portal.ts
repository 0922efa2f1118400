// npm run portal -- <command>: the release tool; "npm run portal -- --help" lists its commands.
import { buildPackages, builtPackages } from '@portal/federation-build/workspace/build-packages';
import { runForeground } from '../process/run-process.ts';

const args = process.argv.slice(2);
// The area may stand behind options.
const names = builtPackages().filter((name) => args.includes(name.replace(/^remote-/, '')));
// A build that is not of these sources would be recorded as one of this commit.
if (args[0] === 'publish' && !args.includes('--from') && names.length > 0) {
  if (!(await buildPackages({ names }))) process.exit(1);
}
runForeground('federation/cli/src/cli.ts', { args });
