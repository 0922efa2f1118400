import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string()),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
  peerDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

export interface InstalledPackage {
  name: string;
  version: string;
  license: string | undefined;
  /** Absolute real folder; identifies the package. */
  folder: string;
  /** Folders of its dependencies. */
  dependsOn: string[];
}

/**
 * The installed packages that a package needs at run time, itself first, resolved as Node does from each package's folder.
 * Includes optional and peer dependencies that are installed. Throws when a dependency is not installed.
 */
export function packageGraph(folder: string): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const waiting = [realpathSync(folder)];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found.has(next)) continue;
    const installed = readPackage(next);
    found.set(next, installed);
    waiting.push(...installed.dependsOn);
  }
  return [...found.values()];
}

function readPackage(folder: string): InstalledPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license, ...needs } = v.parse(manifestSchema, manifest);
  const required = Object.keys(needs.dependencies)
    .filter((dependency) => !Object.hasOwn(needs.optionalDependencies, dependency))
    .map((dependency) => {
      const found = locate(dependency, folder);
      if (found === undefined) throw new Error(`${name} needs ${dependency}, which is not installed`);
      return found;
    });
  const others = Object.keys({ ...needs.optionalDependencies, ...needs.peerDependencies })
    .map((dependency) => locate(dependency, folder))
    .filter((found) => found !== undefined);
  return { name, version, license, folder, dependsOn: [...new Set([...required, ...others])].sort() };
}

/** The folder of an installed package, found as Node does; undefined when it is not installed. */
function locate(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === path.dirname(folder)) return undefined;
  }
}
