import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const skipped = new Set(['dist', 'dist-dev', 'var', 'coverage']);

/** The packages with releases: the host and every remote. */
export function releasedPackages(): string[] {
  const remotes = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'area.json')));
  return ['host', ...remotes.sort()];
}

/** Copies what builds read, and `more` folders, without builds and data. Installed packages are shared by both trees. */
export function copySources(target: string, more: readonly string[] = []): void {
  rmSync(target, { recursive: true, force: true });
  for (const name of [...releasedPackages(), 'federation', 'shared', 'tooling', ...more]) {
    const folder = path.join(root, name);
    cpSync(folder, path.join(target, name), {
      recursive: true,
      // Links of the package manager are relative and stay valid in the copy.
      verbatimSymlinks: true,
      filter: (source) => source === folder || !skipped.has(path.basename(source)),
    });
  }
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'portal.json'])
    cpSync(path.join(root, name), path.join(target, name));
  symlinkSync(path.join(root, 'node_modules'), path.join(target, 'node_modules'), 'dir');
}

/**
 * Copies what a build reads, with another package version and marks of that version: the code adds "finances 0.0.9" to
 * `portalMarks` when it runs, and the English descriptions end in "[0.0.9]".
 */
export function writeWorkingCopy(target: string, version: string): void {
  copySources(target);
  for (const name of releasedPackages()) markPackage(path.join(target, name), name, version);
}

function markPackage(folder: string, name: string, version: string): void {
  edit(path.join(folder, 'package.json'), (text) =>
    text.replace(/"version": "[^"]+"/, `"version": "${version}"`),
  );
  const mark = `${name.replace('remote-', '')} ${version}`;
  const code = name === 'host' ? 'src/main.tsx' : 'src/area.tsx';
  edit(path.join(folder, code), (text) => `${text}\n(globalThis.portalMarks ??= []).push('${mark}');\n`);
  const texts = path.join(folder, 'locales/en');
  for (const file of readdirSync(texts)) {
    edit(path.join(texts, file), (text) => text.replace(/"description": "[^"]+/, `$& [${version}]`));
  }
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
