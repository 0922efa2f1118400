import { runForeground } from '../process/run-foreground.ts';

runForeground('bff/src/import/cdr-import.ts', { args: process.argv.slice(2) });
