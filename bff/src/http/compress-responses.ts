import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Compressing shorter responses costs more bytes than it saves. */
const worthwhileLength = 1024;
// Quality 11 takes forty times as long and saves another tenth.
const brotliQuality = 5;
const gzipLevel = 6;

const compressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: gzipLevel }),
};
type Encoding = keyof typeof compressors;

/**
 * Compresses pages and JSON. Files of releases are compressed when they are built; documents are sent unchanged, and
 * so are the responses of secret routes, because their compressed length could reveal the secret to an attacker.
 */
export function compressResponses(
  app: FastifyInstance,
  { isSecret }: { isSecret: (route: string) => boolean },
): void {
  const shared = sharedCompressions();
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < worthwhileLength) return payload;
    if (!isText(reply) || isSecret(request.routeOptions.url ?? '')) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
    const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '');
    if (encoding === undefined) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return isShared(reply) ? shared(encoding, payload) : compressors[encoding](payload);
  });
}

/** JSON that is the same for everyone, such as the API's description. */
function isShared(reply: FastifyReply): boolean {
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  return isJson && reply.getHeader('cache-control') === 'no-cache';
}

/** Texts whose compressed form is stored, for each encoding. */
const storedTexts = 64;

/**
 * Compresses each text once: many requests for the same one, at the same time too, would cost as many compressions, and their
 * memory.
 */
function sharedCompressions(): (encoding: Encoding, text: string) => Promise<Buffer> {
  const stored = { br: new Map<string, Promise<Buffer>>(), gzip: new Map<string, Promise<Buffer>>() };
  return async (encoding, text) => {
    const texts = stored[encoding];
    const compressed = texts.get(text) ?? compressors[encoding](text);
    const [oldest] = texts.keys();
    if (oldest !== undefined && texts.size >= storedTexts) texts.delete(oldest);
    texts.set(text, compressed);
    return compressed;
  };
}

function isText(reply: FastifyReply): boolean {
  return /^(?:text\/html|application\/(?:problem\+)?json)\b/.test(String(reply.getHeader('content-type')));
}

/** Prefers Brotli to gzip; a weight of 0 excludes an encoding. */
function acceptedEncoding(header: string): Encoding | undefined {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight]) => !/^q=0(?:\.0{0,3})?$/.test(weight ?? ''))
    .map(([name]) => name);
  const candidates: Encoding[] = ['br', 'gzip'];
  return candidates.find((encoding) => accepted.includes(encoding));
}
