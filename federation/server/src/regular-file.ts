import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** There is a link, a folder, a pipe or a device instead of a file. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile';

  constructor(file: string) {
    super(`${file} is a link, a folder, a pipe or a device, not a file`);
  }
}

/**
 * Reads a file that somebody else may have written. It follows no link to it, and does not wait for a pipe, which would
 * occupy one of the few threads that read files. Throws NotAFile, and what opening a file throws.
 */
export async function readRegularFile(file: string): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      // ELOOP: a link; ENXIO: a socket.
      throw error.code === 'ELOOP' || error.code === 'ENXIO' ? new NotAFile(file) : error;
    },
  );
  try {
    if (!(await handle.stat()).isFile()) throw new NotAFile(file);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
