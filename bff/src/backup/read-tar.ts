/** A file or folder of a tar archive; `content` must be read before the next entry. */
export interface TarEntry {
  name: string;
  isFolder: boolean;
  /** Permissions, such as 0o600. */
  mode: number;
  size: number;
  content: AsyncIterable<Buffer>;
}

const blockBytes = 512;

/** Reads a tar archive as PostgreSQL writes it: files and folders with names of up to 100 bytes. Throws for anything else. */
export async function* readTar(archive: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = createSource(archive);
  for (;;) {
    const header = await source.take(blockBytes);
    // Two blocks of zeros end an archive.
    if (header.every((byte) => byte === 0)) return;
    const size = octal(header, 124, 12);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type !== '0' && type !== '5')
      throw new Error(`an entry of the archive has the unexpected type ${type}`);
    const content = source.stream(size);
    yield {
      name: text(header, 0, 100),
      isFolder: type === '5',
      mode: octal(header, 100, 8) & 0o777,
      size,
      content,
    };
    for await (const _ of content);
    await source.take((blockBytes - (size % blockBytes)) % blockBytes);
  }
}

function text(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).replace(/\0.*$/s, '');
}

function octal(header: Buffer, start: number, length: number): number {
  const digits = text(header, start, length).trim();
  if (!/^[0-7]+$/.test(digits)) throw new Error('the archive is damaged');
  return Number.parseInt(digits, 8);
}

/** Hands out the bytes of an archive piece by piece. */
function createSource(archive: AsyncIterable<Buffer>) {
  const chunks = archive[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const some = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done === true) throw new Error('the archive ends too early');
      rest = next.value;
    }
    const piece = rest.subarray(0, most);
    rest = rest.subarray(piece.length);
    return piece;
  };
  async function* stream(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const piece = await some(left);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    stream,
    take: async (bytes: number): Promise<Buffer> => {
      const pieces: Buffer[] = [];
      for await (const piece of stream(bytes)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
