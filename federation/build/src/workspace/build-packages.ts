import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { releaseVersion } from './release-version.ts';
import { packagesWith, root } from './workspace-packages.ts';

interface BuildRequest {
  /** Package folders (`host`, `remote-finances`); none means all. */
  names?: string[];
  /** Build even what is up to date. */
  isForced?: boolean;
}

/** The packages that are built: the host and every remote. */
export function builtPackages(): string[] {
  return ['host', ...packagesWith('area.json')];
}

/** Builds what is not up to date, two packages at a time. Prints a line for each; resolves to false when one failed. */
export async function buildPackages({ names = [], isForced = false }: BuildRequest): Promise<boolean> {
  const wanted = names.length > 0 ? names : builtPackages();
  const stale = wanted.filter((name) => isForced || !isUpToDate(name));
  const workers = Math.max(1, Math.min(availableParallelism(), 2));
  let isSuccess = true;
  async function work(): Promise<void> {
    for (let name = stale.shift(); name !== undefined; name = stale.shift()) {
      if (!(await buildOne(name))) isSuccess = false;
    }
  }
  await Promise.all(Array.from({ length: workers }, work));
  return isSuccess;
}

function isUpToDate(name: string): boolean {
  const release = path.join(root, name, 'dist', 'release.json');
  if (!existsSync(release)) return false;
  const { version }: { version: string } = JSON.parse(readFileSync(release, 'utf8'));
  return version === releaseVersion(path.join(root, name));
}

async function buildOne(name: string): Promise<boolean> {
  const started = performance.now();
  // One process per build: Module Federation has global state, and two cores build two packages at the same time.
  const child = fork(fileURLToPath(new URL('./build-one.ts', import.meta.url)), [path.join(root, name)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const { promise, resolve } = Promise.withResolvers<number>();
  child.on('exit', (code) => resolve(code ?? 1));
  const code = await promise;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`  ${code === 0 ? 'built' : 'FAILED'} ${name} (${seconds} s)`);
  const text = Buffer.concat(output).toString().trim();
  if (text !== '') console.error(text);
  return code === 0;
}
