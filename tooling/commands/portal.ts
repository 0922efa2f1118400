// npm run portal -- <command>: the release tool; "npm run portal -- --help" lists its commands.
import { buildPackages, builtPackages } from '../build/build-packages.ts';
import { runForeground } from '../process/run-foreground.ts';

const args = process.argv.slice(2);
const [command, area] = args;
const name = area === 'host' ? 'host' : `remote-${area}`;
// A build that is not of these sources would be recorded as one of this commit.
if (command === 'publish' && !args.includes('--from') && builtPackages().includes(name)) {
  if (!(await buildPackages({ names: [name] }))) process.exit(1);
}
runForeground('deploy/src/cli.ts', { args });
