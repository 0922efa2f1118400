import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lastUsed } from '@portal/federation-server/last-used';
import { SharedPage } from '@portal/federation-server/shared-page';
import { StreamedPage } from '@portal/federation-server/streamed-page';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressPages } from './compress-pages.ts';

/** Compressing shorter responses costs more bytes than it saves. */
const worthwhileLength = 1024;
// Quality 11 takes forty times as long and saves another tenth.
const brotliQuality = 5;
const gzipLevel = 6;
// A fifth of the time for a sixth more bytes.
const quickLevel = 1;

/** Whether responses of a route hold secrets, such as the last characters of a token. */
export function isSecretRoute(path: string): boolean {
  return /^\/v1\/(?:users|accounts)\//.test(path);
}

const encoders = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: gzipLevel }),
  identity: async (text: string) => Buffer.from(text),
};
type Encoding = keyof typeof encoders;

/**
 * Compresses pages and JSON. Files of releases are compressed when they are built; documents are sent unchanged, and
 * so are the responses of secret routes, because their compressed length could reveal the secret to an attacker.
 */
export function compressResponses(app: FastifyInstance): void {
  const pages = sharedEncodings(storedPages);
  const texts = sharedEncodings(storedTexts);
  const compressPage = compressPages();
  app.addHook('onSend', async (request, reply, payload) => {
    if (payload instanceof StreamedPage) {
      varyByEncoding(reply);
      if (!acceptedEncodings(request).includes('gzip')) return payload;
      reply.header('content-encoding', 'gzip');
      return compressPage(payload);
    }
    if (payload instanceof SharedPage) {
      const encoding = encode(request, reply);
      return pages(encoding, payload.key, payload.html);
    }
    if (typeof payload !== 'string' || payload.length < worthwhileLength) return payload;
    if (!isText(reply) || isSecretRoute(request.routeOptions.url ?? '')) return payload;
    if (isHtml(reply)) return compressOnce(request, reply, payload);
    const encoding = encode(request, reply);
    if (isShared(reply)) return texts(encoding, payload, () => payload);
    return encoding === 'identity' ? payload : encoders[encoding](payload);
  });
}

/**
 * Compresses a page that no other request gets, such as one in safe mode. Only quickly: a visitor can ask for many of them, and the work of
 * all the others would wait for the threads that compress.
 */
function compressOnce(request: FastifyRequest, reply: FastifyReply, html: string): Promise<Buffer> | string {
  varyByEncoding(reply);
  if (!acceptedEncodings(request).includes('gzip')) return html;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return promisify(gzip)(html, { level: quickLevel });
}

/** States the encoding of the response. Prefers Brotli to gzip. */
function encode(request: FastifyRequest, reply: FastifyReply): Encoding {
  varyByEncoding(reply);
  const [encoding = 'identity'] = acceptedEncodings(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding).removeHeader('content-length');
  return encoding;
}

/** Whether it is the same for everyone, such as the API's description. */
function isShared(reply: FastifyReply): boolean {
  return (
    reply.getHeader('cache-control') === 'no-cache' &&
    /^application\/json/.test(String(reply.getHeader('content-type')))
  );
}

/** Pages whose bytes are stored, for each encoding: each in twelve languages, with and without a session; some 30 MB. */
const storedPages = 1_024;
/** The texts of all namespaces in twelve languages, the composition and the description of the API. */
const storedTexts = 512;

/**
 * Encodes what has the same key once: many requests for the same one, at the same time too, would cost as many compressions, and
 * their memory. To turn a long text into bytes takes milliseconds, too.
 */
export function sharedEncodings(
  max: number,
): (encoding: Encoding, key: string, text: () => string) => Promise<Buffer> {
  const stored = () => lastUsed<Promise<Buffer>>(max);
  const encodings = { br: stored(), gzip: stored(), identity: stored() };
  return (encoding, key, text) => encodings[encoding](key, () => encoders[encoding](text()));
}

function isText(reply: FastifyReply): boolean {
  return isHtml(reply) || /^application\/(?:problem\+)?json\b/.test(String(reply.getHeader('content-type')));
}

function isHtml(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('text/html');
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
}

/** The known encodings that a request accepts, the smallest first; a weight of 0 excludes one. */
function acceptedEncodings({ headers }: FastifyRequest): Encoding[] {
  const accepted = (headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight]) => !/^q=0(?:\.0{0,3})?$/.test(weight ?? ''))
    .map(([name]) => name);
  const known: Encoding[] = ['br', 'gzip'];
  return known.filter((encoding) => accepted.includes(encoding));
}
