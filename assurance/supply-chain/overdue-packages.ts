import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { InstalledPackage } from '@portal/federation-cli/sbom';
import { gt, prerelease } from 'semver';

/** Days within which an update is made; docs/dependencies.md promises a quarter. */
const deadline = 92;
const day = 24 * 60 * 60 * 1000;

/** The packages for which a newer version has been in the registry for longer than the deadline. Needs the network. */
export async function overduePackages(installed: readonly InstalledPackage[]): Promise<string[]> {
  const found = await Promise.all(
    installed.map(async ({ name, version }) => {
      const { stdout } = await promisify(execFile)('npm', ['view', name, 'time', '--json']);
      return overdueUpdate({ name, version }, JSON.parse(stdout), Date.now());
    }),
  );
  return found.filter((problem) => problem !== undefined);
}

/** What is overdue at `now`, milliseconds, if `released` says when each version was: `{ "1.2.0": "2026-09-16T…" }`. */
export function overdueUpdate(
  { name, version }: Pick<InstalledPackage, 'name' | 'version'>,
  released: Readonly<Record<string, string>>,
  now: number,
): string | undefined {
  const [first] = Object.entries(released)
    .filter(([one]) => one !== 'created' && one !== 'modified')
    .filter(([one]) => gt(one, version) && (prerelease(one) === null || prerelease(version) !== null))
    .map(([newer, date]) => ({ newer, days: Math.floor((now - Date.parse(date)) / day) }))
    .sort((one, other) => other.days - one.days);
  return first !== undefined && first.days > deadline
    ? `${name} ${version}: ${first.newer} has been out for ${first.days} days; an update is due within ${deadline}`
    : undefined;
}
