import { spawnSync } from 'node:child_process';
import { findInstalledBrowser } from '@portal/federation-cli/find-browser';

/** There is no browser and none can be installed. */
export class NoBrowserError extends Error {
  override readonly name = 'NoBrowserError';
}

/**
 * The browser's program: an installed one, or Debian's package, which is installed if this user may.
 * Throws NoBrowserError, whose message says what to do.
 */
export async function findBrowser(): Promise<string> {
  const known = (await findInstalledBrowser(process.env)) ?? (await installBrowser());
  if (known !== undefined) return known;
  throw new NoBrowserError(
    'The browser tests need Chromium and found none. Install one: "apt-get install chromium" as root, ' +
      '"npx playwright install chromium" in e2e/, or any Chromium whose command is on the path.',
  );
}

async function installBrowser(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.error('Installing Chromium (once) …');
  const isInstalled = aptGet('install') || (aptGet('update') && aptGet('install'));
  return isInstalled ? findInstalledBrowser(process.env) : undefined;
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
