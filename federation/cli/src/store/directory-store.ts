import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { NotAFile, readRegularFile } from '@portal/federation-server/regular-file';
import { faultPoint } from '../fault-point.ts';
import { errorCode, type IsHeld, withLock } from './directory-lock.ts';
import { type ListedFile, type ReleaseStore, StoreConflict, StoreError, sha256 } from './release-store.ts';

/** A folder that the BFF serves. Files are written under another name, synced and renamed. */
export function directoryStore(folder: string, progress?: (text: string) => void): ReleaseStore {
  const at = (name: string) => path.join(folder, name);
  // A process that was suspended may have lost its lock to another writer.
  let isHeld: IsHeld = () => true;
  const read = async (name: string) => {
    const content = await readRegularFile(at(name)).catch(ignoringAbsence);
    return content === undefined ? undefined : { content, tag: sha256(content) };
  };
  return withNamedFaults({
    place: folder,
    read,
    write: async (name, content) => rename(await writeAside(at(name), content), at(name)),
    async create(name, content) {
      const aside = await writeAside(at(name), content);
      try {
        await link(aside, at(name));
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        throw new StoreConflict(`${at(name)} already exists`);
      } finally {
        await rm(aside, { force: true });
      }
    },
    async swap(name, content, expected) {
      const aside = await writeAside(at(name), content);
      if (((await read(name))?.tag ?? null) !== expected) {
        await rm(aside, { force: true });
        throw new StoreConflict(`${at(name)} was changed meanwhile`);
      }
      faultPoint('before-rename');
      if (!isHeld()) {
        await rm(aside, { force: true });
        throw new StoreConflict(`another command has taken the lock of ${folder} meanwhile`);
      }
      await rename(aside, at(name));
      await sync(path.dirname(at(name)));
    },
    list: async (prefix) => listFiles(folder, prefix),
    async remove(name) {
      await rm(at(name), { force: true });
      await removeEmptyFolders(path.dirname(at(name)), folder);
    },
    exclusively: (work) =>
      withLock(
        at('composition.lock'),
        async (isStillHeld) => {
          isHeld = isStillHeld;
          return work().finally(() => {
            isHeld = () => true;
          });
        },
        { onTakenOver: progress },
      ),
  });
}

/** The store whose operations throw StoreError for what the operating system refuses, with the file and the reason. */
function withNamedFaults(store: ReleaseStore): ReleaseStore {
  const naming = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotAFile)
        throw new StoreError(`${error.message}: remove it and repeat the command`);
      if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
      // The system names no file: writing does not know it.
      if (errorCode(error) === 'ENOSPC')
        throw new StoreError(
          `The disk of ${store.place} is full. Free some space on it and repeat the command.`,
          {
            cause: error,
          },
        );
      throw new StoreError(error.message, { cause: error });
    }
  };
  return {
    ...store,
    read: (name) => naming(() => store.read(name)),
    write: (name, content) => naming(() => store.write(name, content)),
    create: (name, content) => naming(() => store.create(name, content)),
    swap: (name, content, expected) => naming(() => store.swap(name, content, expected)),
    list: (prefix) => naming(() => store.list(prefix)),
    remove: (name) => naming(() => store.remove(name)),
    exclusively: (work) => naming(() => store.exclusively(work)),
  };
}

async function writeAside(file: string, content: Buffer): Promise<string> {
  const aside = `${file}.${randomUUID()}.new`;
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(aside, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return aside;
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function listFiles(folder: string, prefix: string): ListedFile[] {
  const start = path.join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  if (!existsSync(start)) return [];
  return readdirSync(start, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: path.relative(folder, file).split(path.sep).join('/') }))
    .filter(({ name }) => name.startsWith(prefix) && !/\.(?:new|lock|abandoned)$/.test(name))
    .flatMap(({ file, name }) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ path: name, size: found.size, modified: found.mtime }];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let current = folder; current !== root; current = path.dirname(current)) {
    try {
      await rmdir(current);
    } catch {
      return;
    }
  }
}

function ignoringAbsence(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error;
}
