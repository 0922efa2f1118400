// npm run e2e:chaos [-- --grep <text> --workers <n>]: every fault of every kind of file, over the built portal.
import { runForeground } from '../process/run-foreground.ts';

runForeground('e2e/chaos/run.ts', { args: process.argv.slice(2) });
