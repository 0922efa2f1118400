// npm run portal -- <command>: the release tool; "npm run portal -- --help" lists its commands.
import { runForeground } from '../process/run-foreground.ts';

runForeground('deploy/src/cli.ts', { args: process.argv.slice(2) });
