import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { integrityOf } from '@portal/federation-cli/release-json';

interface ReleaseFile {
  version: string;
  files: Record<string, { size: number; integrity: string }>;
}

interface Alteration {
  /** The part of the version after the hyphen. */
  suffix: string;
  /** The script that gets code at its start. */
  script: RegExp;
  code: string;
}

export interface Alterations {
  /** Returns the new content of a script or sheet; the same content leaves the file unchanged. */
  alter: (content: string, name: string) => string;
  /** Returns the new content of a file of texts, `locales/en/profile.json`. */
  alterTexts?: (content: string, name: string) => string;
  /** Files to add, by name. */
  add?: Record<string, string>;
  /** Names of files to leave out. */
  omit?: (name: string) => boolean;
  /** The part of the version after the hyphen. */
  suffix: string;
}

/**
 * Copies a build to a new folder as another version whose code does something else, with valid hashes and compressed copies.
 * Returns the version.
 */
export function writeAlteredRelease(from: string, to: string, { suffix, script, code }: Alteration): string {
  let isFound = false;
  const alter = (content: string, name: string) => {
    if (isFound || !script.test(name)) return content;
    isFound = true;
    return `${code}\n${content}`;
  };
  const version = rewriteRelease(from, to, { suffix, alter });
  if (!isFound) throw new Error(`${from} has no script ${script}`);
  return version;
}

/** Copies a build to a new folder as another version with altered, added and missing files. Returns the version. */
export function rewriteRelease(
  from: string,
  to: string,
  { alter, alterTexts, add = {}, omit, suffix }: Alterations,
): string {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  const manifest = path.join(to, 'release.json');
  const release: ReleaseFile = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const name of Object.keys(release.files)) {
    const file = path.join(to, name);
    if (omit?.(name)) {
      delete release.files[name];
      for (const copy of ['', '.br', '.gz']) rmSync(file + copy, { force: true });
      continue;
    }
    const change = /\.(?:js|css)$/.test(name) ? alter : name.startsWith('locales/') ? alterTexts : undefined;
    if (change === undefined) continue;
    const content = readFileSync(file, 'utf8');
    const altered = change(content, name);
    if (altered !== content) release.files[name] = write(file, altered);
  }
  for (const [name, content] of Object.entries(add))
    release.files[name] = write(path.join(to, name), content);
  release.version = `${release.version.split('-')[0]}-${suffix}`;
  writeFileSync(manifest, JSON.stringify(release));
  return release.version;
}

function write(file: string, text: string): { size: number; integrity: string } {
  const content = Buffer.from(text);
  writeFileSync(file, content);
  if (existsSync(`${file}.br`)) writeFileSync(`${file}.br`, brotliCompressSync(content));
  if (existsSync(`${file}.gz`)) writeFileSync(`${file}.gz`, gzipSync(content));
  return { size: content.length, integrity: integrityOf(content) };
}

/** Code that makes the component of a chunk run `statement` whenever it is rendered. Throws when it finds no component. */
export function runInRender(code: string, statement: string): string {
  // The wrapper is created once: the module's default must be the same component in every render.
  const wrapped = code.replace(
    /\bdefault:\(\)=>([\w$]+)/,
    (_, name: string) => `default:()=>${name}.altered??=p=>{${statement};return ${name}(p)}`,
  );
  if (wrapped === code) throw new Error('the chunk has no component');
  return wrapped;
}
