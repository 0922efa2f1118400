import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { lastUsed } from '@portal/federation-server/last-used';
import type { StreamedPage } from '@portal/federation-server/streamed-page';

/** RFC 1952: deflate, no name, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: an empty block that is the last one. */
const lastBlock = Buffer.from([3, 0]);

/** Starts whose bytes are stored: those of the pages of the account in twelve languages; some 5 MB. */
const storedStarts = 256;

interface Deflated {
  /** Blocks that end with a whole byte; another text can follow. */
  blocks: Buffer;
  crc: number;
  length: number;
}

/**
 * Compresses pages that are streamed with gzip, whose blocks can be compressed separately and joined: the start of a page once for
 * everyone, each response of the API by its own. None refers to another, so the compressed length of a response reveals nothing of
 * another one; one with a secret is not compressed at all.
 */
export function compressPages(max = storedStarts): (page: StreamedPage) => Promise<Readable> {
  const starts = lastUsed<Promise<Deflated>>(max);
  return async (page) => {
    const { key } = page;
    const deflated = (level: number) => deflate(page.start(), level);
    // A start that no other page has is compressed quickly: a visitor can ask for many.
    const start = key === undefined ? deflated(1) : starts(key, () => deflated(9));
    return Readable.from(compressed(page, await start));
  };
}

async function* compressed({ parts }: StreamedPage, start: Deflated): AsyncGenerator<Buffer> {
  yield Buffer.concat([header, start.blocks]);
  let { crc, length } = start;
  for await (const { html, isSecret } of parts) {
    const deflated = await deflate(html, isSecret ? 0 : 6, crc);
    crc = deflated.crc;
    length += deflated.length;
    yield deflated.blocks;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([lastBlock, trailer]);
}

/** Compresses a text that follows the one with the checksum `before`. */
async function deflate(text: string, level: number, before = 0): Promise<Deflated> {
  const bytes = Buffer.from(text);
  const blocks = await promisify(deflateRaw)(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH });
  return { blocks, crc: crc32(bytes, before), length: bytes.length };
}
