import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { chmod, chown, cp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system of its own that holds little. */
export interface SmallDisk extends Disposable {
  folder: string;
  /** Whether a folder is on this disk. */
  has: (folder: string) => boolean;
  /** Writes a file that takes all free space. Throws if the disk holds more than it should. */
  fill: () => void;
  /** Removes that file. */
  free: () => void;
}

/** Whether this process may mount file systems. In containers even root often may not. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk(1)[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}

/** Mounts a small file system in memory. Disposing it discards everything in it. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-small-disk-'));
  try {
    const options = `size=${megabytes}m,mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  chmodSync(folder, 0o755);
  const filler = path.join(folder, 'filler');
  return {
    folder,
    has: (other) => statSync(other).dev === statSync(folder).dev,
    fill: () => {
      const file = openSync(filler, 'a');
      let written = 0;
      for (const size of [1024 * 1024, 4096]) {
        const zeros = Buffer.alloc(size);
        while (writes(file, zeros)) {
          written += size;
          // Without the mount, this would fill the machine's own disk.
          if (written > megabytes * 1024 * 1024) throw new Error(`${folder} is not the small disk`);
        }
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

/** Appends to a file. Returns false when the disk is full. */
function writes(file: number, content: Buffer): boolean {
  try {
    return writeSync(file, content) === content.length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

/** Moves a folder of a database that does not run to another disk, and leaves a link. */
export async function moveToDisk(folder: string, moved: string): Promise<void> {
  await cp(folder, moved, { recursive: true, preserveTimestamps: true });
  const { uid, gid } = await stat(folder);
  await chmod(moved, 0o700);
  await chown(moved, uid, gid);
  for (const name of await readdir(moved, { recursive: true })) await chown(path.join(moved, name), uid, gid);
  await rm(folder, { recursive: true });
  await symlink(moved, folder);
}
