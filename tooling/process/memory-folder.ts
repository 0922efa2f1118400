import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';

/** Linux's file system in memory. */
const memory = '/dev/shm';

/** Bytes; several times what the databases and stores of all tests that run at the same time take. */
const neededBytes = 6 * 2 ** 30;

/**
 * Makes TMPDIR of this process and its children a folder in memory, and removes it when the process exits. Tests write many
 * small files durably and remove them immediately, for which a disk takes half of their time. Where there is no such file system,
 * or programs can't run from it, TMPDIR stays as it is.
 */
export function useMemoryForTemporaryFiles(): void {
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return;
  const folder = mkdtempSync(`${memory}/portal-check-`);
  // The embedded database of root runs under another account, which must be able to enter.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function isUsable(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, place, type]) => place === memory && type === 'tmpfs');
    if (mount === undefined || (mount[3] ?? '').split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
