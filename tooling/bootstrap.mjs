// node tooling/bootstrap.mjs <command or program> [arguments]: the first step of every npm command, on the machine's own
// Node (18 or later). Installs missing packages, then runs tooling/commands/<command>.ts, or a program of the repository
// by its path, on the project's Node 24. Plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const [command = '', ...rest] = process.argv.slice(2);
const isWindows = process.platform === 'win32';
const node = path.join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
const stamp = path.join(root, 'node_modules', '.portal-installed');

install();
run();

function install() {
  const wanted = hashOf(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']);
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages (once; takes a few seconds when they are cached) …');
  const started = Date.now();
  const result = spawnSync(
    'npx',
    ['--yes', 'pnpm@12', 'install', '--frozen-lockfile', '--reporter=append-only'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      shell: isWindows,
      env: { ...process.env, CI: 'true' },
    },
  );
  if (result.status !== 0) {
    console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`);
    console.error(
      'The packages could not be installed. Check the network and the free disk space, then try again.',
    );
    process.exit(1);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.error(`Packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function run() {
  const bin = path.join(root, 'node_modules', '.bin');
  const program = command.includes('/') ? command : `tooling/commands/${command}.ts`;
  const child = spawn(node, [path.join(root, program), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Node saves the TypeScript files that it has compiled, so a command starts in half the time.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'node'),
      // glibc gives each thread an arena of its own, which does not return its memory after a burst of large requests.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      PATH: `${path.dirname(node)}${path.delimiter}${bin}${path.delimiter}${process.env.PATH}`,
    },
  });
  // A terminal sends Ctrl-C to the whole process group, a supervisor its signal to this process only, or to all. The portal recognizes a
  // signal that comes twice; other programs would end in the middle of their cleaning up.
  process.on('SIGINT', () => command === 'start' && child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  if (command === 'start' && process.env.npm_lifecycle_event !== undefined) stopWithParent(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** npm passes SIGTERM on to the shell between it and this process, which ends without passing it on. */
function stopWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 500);
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
