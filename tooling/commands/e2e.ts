// npm run e2e [-- --grep <text> --headed --url <address>]: the browser tests over the built portal.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../check/workspace-packages.ts';

const child = spawn(process.execPath, [path.join(root, 'e2e/run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
// The child hears Ctrl-C itself, and takes down what it started before it ends.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));
