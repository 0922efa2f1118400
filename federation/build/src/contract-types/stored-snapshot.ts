import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../workspace/workspace-packages.ts';
import type { Snapshot } from './type-changes.ts';

const file = fileURLToPath(new URL('./public-types.snapshot.json', import.meta.url));

/** The public types that were agreed on last. */
export function readSnapshot(): Snapshot {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Writes down what is agreed on from now. */
export function writeSnapshot(snapshot: Snapshot): void {
  writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`);
}

/** Version of the contract package. */
export function contractVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(path.join(root, 'shared/contract/package.json'), 'utf8'),
  );
  return manifest.version;
}
