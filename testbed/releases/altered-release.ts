import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { integrityOf } from '@portal/federation-cli/release-json';

interface Alteration {
  /** The part of the version after the hyphen. */
  suffix: string;
  /** The script that gets code at its start. */
  script: RegExp;
  code: string;
}

/**
 * Copies a build to a new folder as another version whose code does something else, with valid hashes. Returns the version.
 */
export function writeAlteredRelease(from: string, to: string, { suffix, script, code }: Alteration): string {
  cpSync(from, to, { recursive: true });
  const manifest = path.join(to, 'release.json');
  const release: { version: string; files: Record<string, object> } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  const name = Object.keys(release.files).find((file) => script.test(file));
  if (name === undefined) throw new Error(`${from} has no script ${script}`);
  const file = path.join(to, name);
  const content = Buffer.from(`${code}\n${readFileSync(file, 'utf8')}`);
  writeFileSync(file, content);
  // A server would send the compressed copies, which contain the unchanged script.
  for (const copy of [`${file}.br`, `${file}.gz`]) rmSync(copy, { force: true });
  release.files[name] = { size: content.length, integrity: integrityOf(content) };
  release.version = `${release.version.split('-')[0]}-${suffix}`;
  writeFileSync(manifest, JSON.stringify(release));
  return release.version;
}
