// npm run bar -- <ID> [options]: measures one of the promises; each prints its figures and its target, and fails below it.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/workspace-packages.ts';
import { runForeground } from '../process/run-foreground.ts';

const folder = path.join(root, 'e2e/bars');
const [id = '', ...args] = process.argv.slice(2);
const program = path.join(folder, `${id.toLowerCase()}.ts`);
const isBar = /^[a-z]\d\d$/i.test(id);

if (isBar && existsSync(program)) runForeground(program, { args });
else {
  const known = readdirSync(folder).flatMap(
    (name) => /^([a-z]\d\d)\.ts$/.exec(name)?.[1]?.toUpperCase() ?? [],
  );
  console.error(`usage: npm run bar -- <${known.join(' | ')}>`);
  process.exitCode = 1;
}
