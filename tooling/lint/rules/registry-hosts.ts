import { type LintRule, lineAt } from '../lint-rule.ts';

// Which mirror a machine installs from is that machine's business.
const hosts = [
  /\bregistry\.[a-z0-9-]+\.(?:org|com|io|net|dev)\b/g,
  /\b(?:npm\.pkg|deb|security|snapshot|ports|archive)\.(?:github|debian|ubuntu)\.(?:com|org)\b/g,
  /\bregistry\s*[=:]\s*['"]?https?:\/\/\S+/g,
  /\bhttps?:\/\/[\w.:-]*(?:artifactory|nexus|verdaccio|jfrog)[\w.:/-]*/g,
];

/** No file names a package registry, not even the lock file. */
export const registryHosts: LintRule = {
  name: 'registry-hosts',
  check: (files) =>
    files.flatMap(({ path, text }) =>
      hosts.flatMap((host) =>
        [...text.matchAll(host)].map((match) => ({
          file: path,
          line: lineAt(text, match.index + match[0].search(/\S/)),
          message: `names a package registry ("${match[0].trim()}"): leave it to the machine's own settings`,
        })),
      ),
    ),
};
