import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ReleasedFiles } from '@portal/contract/composition';
import { integrityOf } from '../releases/read-build.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { Finding } from './finding.ts';

const filesAtOnce = 16;

/** Reads every file of a stored release, compressed copies included, and compares it with what release.json says. */
export async function checkFiles(
  store: ReleaseStore,
  name: ReleaseName,
  files: ReleasedFiles,
): Promise<{ findings: Finding[]; checked: number }> {
  const folder = releaseFolder(name);
  const listed = (await store.list(folder)).map(({ path }) => path.slice(folder.length));
  const copies = listed.filter(
    (file) => /\.(?:br|gz)$/.test(file) && Object.hasOwn(files, file.slice(0, -3)),
  );
  const waiting = [...Object.keys(files), ...copies];
  const findings: Finding[] = [];
  const fault = (message: string) =>
    findings.push({ check: 'files', release: `${name.unit}@${name.version}`, message });
  const checked = waiting.length;
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const stored = await store.read(folder + file);
      const expected = files[file] ?? files[file.slice(0, -3)];
      if (stored === undefined) fault(`${file} is missing`);
      else if (integrityOf(expanded(file, stored.content, files) ?? Buffer.alloc(0)) !== expected?.integrity)
        fault(`${file} is not what was published`);
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  return { findings, checked };
}

function expanded(file: string, content: Buffer, files: ReleasedFiles): Buffer | undefined {
  if (Object.hasOwn(files, file)) return content;
  try {
    return file.endsWith('.br') ? brotliDecompressSync(content) : gunzipSync(content);
  } catch {
    return undefined;
  }
}
