import { type Fault, type LintRule, lineAt, lineOf, type SourceFile } from '../lint-rule.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const exact = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Versions of dependencies are exact and only in the workspace's catalog. */
export const dependencyVersions: LintRule = {
  name: 'dependency-versions',
  check: (files) => files.flatMap((file) => [...literalVersions(file), ...inexactVersions(file)]),
};

function literalVersions({ path, text }: SourceFile): Fault[] {
  if (!/(?:^|\/)package\.json$/.test(path)) return [];
  const manifest: Manifest = JSON.parse(text);
  const sections = [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.peerDependencies,
    manifest.optionalDependencies,
  ];
  return sections.flatMap((section) =>
    Object.entries(section ?? {})
      .filter(([, version]) => version !== 'catalog:' && version !== 'workspace:*')
      .map(([name, version]) => ({
        file: path,
        line: lineOf(text, `"${name}"`),
        message: `"${name}" is "${version}": write "catalog:" and state the version in pnpm-workspace.yaml`,
      })),
  );
}

function inexactVersions({ path, text }: SourceFile): Fault[] {
  const start = text.indexOf('\ncatalog:\n');
  if (path !== 'pnpm-workspace.yaml' || start === -1) return [];
  const body = /^(?:[ #].*\n|\n)*/.exec(text.slice(start + '\ncatalog:\n'.length))?.[0] ?? '';
  return [...body.matchAll(/^ +'?([^':\n]+)'?: +'?([^'\n]+?)'? *$/gm)]
    .filter(([, , version = '']) => !exact.test(version))
    .map((match) => ({
      file: path,
      line: lineAt(text, start + '\ncatalog:\n'.length + match.index),
      message: `"${match[1]}" is "${match[2]}": versions in the catalog must be exact`,
    }));
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
    files.flatMap(({ path, text }) =>
      hosts.flatMap((host) =>
        [...text.matchAll(host)].map((match) => ({
          file: path,
          line: lineAt(text, match.index + match[0].search(/\S/)),
          message: `names a package registry ("${match[0].trim()}"): it is a setting of each machine`,
        })),
      ),
    ),
};
