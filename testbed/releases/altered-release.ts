import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { integrityOf } from '@portal/federation-cli/release-json';

interface Alteration {
  /** Folder of the release to copy. */
  from: string;
  to: string;
  /** Added to the version of the copy. */
  suffix: string;
  /** The new content of a file; undefined leaves the file unchanged. */
  change: (file: string, content: string) => string | undefined;
}

interface ReleaseFile {
  version: string;
  files: Record<string, { size: number; integrity: string }>;
}

/** Copies a release, changes some files and updates their hashes. Returns the folder of the copy. */
export function writeAlteredRelease({ from, to, suffix, change }: Alteration): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  const manifest = path.join(to, 'release.json');
  const release: ReleaseFile = JSON.parse(readFileSync(manifest, 'utf8'));
  release.version += suffix;
  for (const name of Object.keys(release.files)) {
    const file = path.join(to, name);
    const changed = change(name, readFileSync(file, 'utf8'));
    if (changed === undefined) continue;
    writeFileSync(file, changed);
    // A server would send the compressed copies, which contain the unchanged file.
    for (const copy of [`${file}.br`, `${file}.gz`]) if (existsSync(copy)) rmSync(copy);
    release.files[name] = {
      size: Buffer.byteLength(changed),
      integrity: integrityOf(Buffer.from(changed)),
    };
  }
  writeFileSync(manifest, JSON.stringify(release));
  return to;
}
