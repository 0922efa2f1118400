import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { releaseVersion } from './release-version.ts';
import { packagesWith, readPortalFacts, root } from './workspace-packages.ts';

interface BuildRequest {
  /** Package folders (`host`, `remote-finances`); all when empty. */
  names?: string[];
  /** Also build packages that are up to date. */
  isForced?: boolean;
}

/** Folders of the host and of every area. */
export function builtPackages(): string[] {
  return [readPortalFacts().folders.host, ...packagesWith('area.json')];
}

/** Builds packages that are not up to date, two at a time. Prints a line for each; resolves to false when one fails. */
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
  // One process per build, because Module Federation has global state.
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

const compressible = /\.(?:js|css|json|svg|html)$/;
/** Bytes. Compressed copies of smaller files save too little. */
const minimumSize = 512;

/** Writes a Brotli and a gzip copy of every text file of a folder, which servers send unchanged. */
export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (!compressible.test(name) || name === 'release.json' || statSync(file).size < minimumSize) continue;
    const content = readFileSync(file);
    const parameters = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: parameters }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
