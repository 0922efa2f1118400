// npm run bar [-- <name or id>]: runs one check of assurance/, or lists all of them.
import { runForeground } from '../process/run-foreground.ts';

runForeground('assurance/run.ts', { args: process.argv.slice(2) });
