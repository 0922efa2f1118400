import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Entries of pnpm-lock.yaml that come from elsewhere than a registry, or without a SHA-512 hash. */
export function unlockedPackages(root: string): { count: number; problems: string[] } {
  const lock = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  const packages = lock.slice(lock.indexOf('\npackages:\n'), lock.indexOf('\nsnapshots:\n'));
  const entries = [...packages.matchAll(/^ {2}(\S.*):\n((?: {4}.*\n)*)/gm)];
  const problems = entries.flatMap(([, name = '', text = '']) =>
    /^ {4}resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/m.test(text)
      ? []
      : [stripVTControlCharacters(`${name}: ${text.trim().split('\n')[0]}`)],
  );
  return { count: entries.length, problems };
}

const hooks = ['preinstall', 'install', 'postinstall'];

/** Installed packages with an install script about which `allowBuilds` in pnpm-workspace.yaml says nothing. */
export function undecidedScripts(root: string): { count: number; problems: string[] } {
  const workspace = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const [, block = ''] = /^allowBuilds:\n((?: {2}.*\n?)*)/m.exec(workspace) ?? [];
  const decided = [...block.matchAll(/^ {2}'?([^':\s]+)'?: (?:true|false)$/gm)].map(([, name]) => name);
  const manifests = globSync('node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json', { cwd: root });
  const names = new Set(
    manifests.flatMap((file) => {
      const { name, scripts } = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
      return hooks.some((hook) => hook in Object(scripts)) ? [String(name)] : [];
    }),
  );
  return {
    count: names.size,
    problems: [...names].filter((name) => !decided.includes(name)).map((name) => `${name} has a script`),
  };
}
