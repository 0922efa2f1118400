import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ReleasedFiles } from '@portal/federation-contract/composition';
import { integrityOf } from '../releases/read-build.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { Finding } from './finding.ts';

const parallelFiles = 16;

/** Reads every file of a stored release, compressed copies included, and compares it with what release.json says. */
export async function checkFiles(
  store: ReleaseStore,
  name: ReleaseName,
  files: ReleasedFiles,
): Promise<{ findings: Finding[]; checked: number }> {
  const folder = releaseFolder(name);
  const listed = (await store.list(folder)).map(({ path }) => path.slice(folder.length));
  const copies = listed.filter((file) => isCompressedCopy(file, files));
  const waiting = [...Object.keys(files), ...copies];
  const findings: Finding[] = [];
  const fault = (message: string) =>
    findings.push({ check: 'files', release: `${name.unit}@${name.version}`, message });
  const checked = waiting.length;
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const message = faultOfFile(file, (await store.read(folder + file))?.content, files);
      if (message !== undefined) fault(message);
    }
  }
  await Promise.all(Array.from({ length: parallelFiles }, work));
  return { findings, checked };
}

/** What is wrong with a file of a release by its release.json; undefined when nothing is, or when it says nothing of the file. */
export function faultOfFile(
  file: string,
  content: Buffer | undefined,
  files: ReleasedFiles,
): string | undefined {
  const expected = files[file] ?? (isCompressedCopy(file, files) ? files[file.slice(0, -3)] : undefined);
  if (expected === undefined) return undefined;
  if (content === undefined) return `${file} is missing`;
  const original = expanded(file, content, files);
  const isRight = original !== undefined && integrityOf(original) === expected.integrity;
  return isRight ? undefined : `${file} is not what was published`;
}

function isCompressedCopy(file: string, files: ReleasedFiles): boolean {
  return /\.(?:br|gz)$/.test(file) && Object.hasOwn(files, file.slice(0, -3));
}

function expanded(file: string, content: Buffer, files: ReleasedFiles): Buffer | undefined {
  if (Object.hasOwn(files, file)) return content;
  try {
    return file.endsWith('.br') ? brotliDecompressSync(content) : gunzipSync(content);
  } catch {
    return undefined;
  }
}
