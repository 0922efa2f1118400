import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const commands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** There is no browser and none can be installed. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError';
}

/**
 * The browser's program: the one that Playwright has downloaded, one on the path, or Debian's package, which is installed
 * if this user may. Throws NoBrowserError, whose message says what to do.
 */
export async function findBrowser(): Promise<string> {
  const downloaded = chromium.executablePath();
  const known = existsSync(downloaded) ? downloaded : (onPath(commands) ?? installed());
  if (known !== undefined) return known;
  throw new NoBrowserError(
    'The browser tests need Chromium and found none. Install one: "apt-get install chromium" as root, ' +
      '"npx playwright install chromium" in e2e/, or any Chromium whose command is on the path.',
  );
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || onPath(['apt-get']) === undefined) return undefined;
  console.error('Installing Chromium (once) …');
  const isInstalled = aptGet('install') || (aptGet('update') && aptGet('install'));
  return isInstalled ? onPath(commands) : undefined;
}

function aptGet(step: 'install' | 'update'): boolean {
  const args = step === 'update' ? ['update'] : ['install', '--yes', '--no-install-recommends', 'chromium'];
  const { status, stderr } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.error(stderr.trim());
  return status === 0;
}
