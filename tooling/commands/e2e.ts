// npm run e2e [-- --grep <text> --headed --url <address>]: the browser tests over the built portal.
import { runForeground } from '../process/run-foreground.ts';

runForeground('e2e/run.ts', { args: process.argv.slice(2) });
