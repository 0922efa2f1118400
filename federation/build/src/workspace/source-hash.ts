import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './workspace-packages.ts';

const skippedFolders = new Set(['node_modules', 'dist', 'dist-dev', 'var', 'coverage', 'testing']);
const skippedFiles = /\.(?:test|stories|fixtures)\.tsx?$|(?:^|\/)jest\.config\.mjs$/;

// What every bundle holds or is made by, beside the package's own files.
const inputsOfAll = [
  'shared/contract',
  'federation/contract',
  'federation/build/src/webpack',
  'federation/build/src/workspace',
  'pnpm-lock.yaml',
  'portal.json',
  'package-lock.json',
];

/** SHA-256, in hex, over every file that a package's build reads: its own, the contract's, the build presets and the lock file. */
export function sourceHash(folder: string): string {
  const own = path.relative(root, folder);
  const isPrerendered = existsSync(path.join(folder, 'src/prerendered.tsx'));
  const provided = isPrerendered ? ['shared', 'federation/browser', 'host/locales'] : [];
  return hashOf([own, ...provided, ...inputsOfAll], process.env['PORTAL_DEV']);
}

/**
 * The first eight hex digits of the SHA-256 over the shared packages and what names their classes. The HTML contains a
 * prerendered screen only if the host was built with the same shared packages.
 */
export function sharedHash(): string {
  return hashOf(['shared', 'federation/build/src/webpack']).slice(0, 8);
}

function hashOf(inputs: string[], mode = ''): string {
  const hash = createHash('sha256');
  hash.update(mode);
  for (const file of [...new Set(inputs.flatMap(filesOf))].sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(input: string): string[] {
  const absolute = path.join(root, input);
  if (!existsSync(absolute)) return [];
  if (/\.(?:json|yaml)$/.test(input)) return [input];
  return readdirSync(absolute, { withFileTypes: true, recursive: false }).flatMap((entry) => {
    if (skippedFolders.has(entry.name)) return [];
    const child = path.posix.join(input, entry.name);
    if (entry.isDirectory()) return filesOf(child);
    return skippedFiles.test(child) ? [] : [child];
  });
}
