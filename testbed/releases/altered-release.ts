import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { integrityOf } from '@portal/federation-cli/release-json';

interface Alteration {
  /** The part of the version after the hyphen. */
  suffix: string;
  /** The script that gets code at its start. */
  script: RegExp;
  code: string;
}

/**
 * Copies a build to a new folder as another version whose code does something else, with valid hashes and compressed copies.
 * Returns the version.
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
  if (existsSync(`${file}.br`)) writeFileSync(`${file}.br`, brotliCompressSync(content));
  if (existsSync(`${file}.gz`)) writeFileSync(`${file}.gz`, gzipSync(content));
  release.files[name] = { size: content.length, integrity: integrityOf(content) };
  release.version = `${release.version.split('-')[0]}-${suffix}`;
  writeFileSync(manifest, JSON.stringify(release));
  return release.version;
}
