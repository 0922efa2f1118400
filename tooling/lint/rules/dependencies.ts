import { type Fault, faultAt, type LintRule, type SourceFile } from '../lint-rule.ts';

const exact = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Versions of dependencies are exact and only in the workspace's catalog. */
export const dependencyVersions: LintRule = {
  name: 'dependency-versions',
  check: (files) => files.flatMap((file) => [...literalVersions(file), ...inexactVersions(file)]),
};

const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function literalVersions(file: SourceFile): Fault[] {
  if (!/(?:^|\/)package\.json$/.test(file.path)) return [];
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(file.text);
  return sections.flatMap((section) =>
    Object.entries(manifest[section] ?? {})
      .filter(([, version]) => version !== 'catalog:' && version !== 'workspace:*')
      .map(([name, version]) => {
        const advice = 'write "catalog:" and state the version in pnpm-workspace.yaml';
        return faultAt(file, `"${name}"`, `"${name}" is "${version}": ${advice}`);
      }),
  );
}

function inexactVersions(file: SourceFile): Fault[] {
  const start = file.text.indexOf('\ncatalog:\n');
  if (file.path !== 'pnpm-workspace.yaml' || start === -1) return [];
  const bodyStart = start + '\ncatalog:\n'.length;
  const body = /^(?:[ #].*\n|\n)*/.exec(file.text.slice(bodyStart))?.[0] ?? '';
  return [...body.matchAll(/^ +'?([^':\n]+)'?: +'?([^'\n]+?)'? *$/gm)]
    .filter(([, , version = '']) => !exact.test(version))
    .map(({ index, 1: name, 2: version }) =>
      faultAt(file, bodyStart + index, `"${name}" is "${version}": versions in the catalog must be exact`),
    );
}

// The registry is a setting of each machine.
const hosts = [
  /\bregistry\.[a-z0-9-]+\.(?:org|com|io|net|dev)\b/g,
  /\b(?:npm\.pkg|deb|security|snapshot|ports|archive)\.(?:github|debian|ubuntu)\.(?:com|org)\b/g,
  /\bregistry\s*[=:]\s*['"]?https?:\/\/\S+/g,
  /\bhttps?:\/\/[\w.:-]*(?:artifactory|nexus|verdaccio|jfrog)[\w.:/-]*/g,
];

/** No file names a package registry, the lock file included. */
export const registryHosts: LintRule = {
  name: 'registry-hosts',
  check: (files) =>
    files.flatMap((file) =>
      hosts.flatMap((host) =>
        [...file.text.matchAll(host)].map(({ 0: found, index }) => {
          const message = `names a package registry ("${found.trim()}"): it is a setting of each machine`;
          return faultAt(file, index + found.search(/\S/), message);
        }),
      ),
    ),
};
