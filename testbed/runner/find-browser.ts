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
export async function findBrowser({ needsWindow = false } = {}): Promise<string> {
  const known =
    (await findInstalledBrowser(process.env, { needsWindow })) ?? (await installBrowser(needsWindow));
  if (known !== undefined) return known;
  throw new NoBrowserError(
    'The browser tests need Chromium and found none. Install one: "apt-get install chromium" as root, ' +
      '"npx playwright install chromium" in e2e/, or any Chromium whose command is on the path.',
  );
}

async function installBrowser(needsWindow: boolean): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.error('Installing Chromium (once) …');
  const packages = needsWindow ? ['chromium'] : ['chromium-headless-shell', 'chromium'];
  const isInstalled = aptInstall(packages) || (aptGet('update') && aptInstall(packages));
  return isInstalled ? findInstalledBrowser(process.env, { needsWindow }) : undefined;
}

/** Installs the first of the packages that this distribution has. */
function aptInstall(packages: string[]): boolean {
  return packages.some((name) => aptGet('install', '--yes', '--no-install-recommends', name));
}

function aptGet(...args: string[]): boolean {
  const { status, stderr } = spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.error(stderr.trim());
  return status === 0;
}
