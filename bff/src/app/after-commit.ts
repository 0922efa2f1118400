import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpError } from '../errors/http-error.ts';
import type { AppContext, Exchange } from './context.ts';

/** A response that is sent after the transaction of its handler: what takes long must not hold a connection. */
export class AfterCommit {
  readonly send: () => Promise<FastifyReply>;

  constructor(send: () => Promise<FastifyReply>) {
    this.send = send;
  }
}

interface DocumentFile {
  /** ASCII without quotation marks: `invoice_2026-10-00412.pdf`. */
  name: string;
  mediaType: string;
  /** Reads nothing of the transaction: it runs after it. */
  content: () => Promise<Uint8Array | string>;
}

/**
 * Sends a document as a file to save. Its rendering counts towards the account's share of reports, so that one customer's
 * documents do not occupy the render processes of all.
 */
export function sendDocument(
  { load }: Pick<AppContext, 'load'>,
  { reply, account }: Pick<Exchange, 'reply'> & { account: { account_id: string } },
  { name, mediaType, content }: DocumentFile,
): AfterCommit {
  if (reply.request.method === 'HEAD') return sendHeaders(reply, { name, mediaType });
  return new AfterCommit(async () => {
    const rendered = await load.run(account.account_id, 'reports', content);
    return reply.headers(downloadHeaders(name, mediaType)).send(Buffer.from(rendered));
  });
}

/**
 * Answers whether a file would be sent, which a page asks before a browser saves it. Without a length, which is known only when
 * the file is written.
 */
export function sendHeaders(
  reply: FastifyReply,
  { name, mediaType }: Pick<DocumentFile, 'name' | 'mediaType'>,
): AfterCommit {
  return new AfterCommit(async () => reply.headers(downloadHeaders(name, mediaType)).send(Readable.from([])));
}

/** The parts as a stream, after the first of them exists: until then, a refusal can still be the response. */
export async function begunStream<Part extends Uint8Array | string>(
  parts: AsyncGenerator<Part>,
): Promise<Readable> {
  const first = await parts.next();
  const all = async function* () {
    if (first.done !== true) yield first.value;
    yield* parts;
  };
  return Readable.from(all(), { objectMode: false });
}

/** The headers of a file to save, RFC 6266. The others of every response forbid to cache it and to guess its type. */
export function downloadHeaders(name: string, mediaType: string): Record<string, string> {
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${name}"`,
    vary: 'accept',
  };
}

/** How often a part of a file that is being sent asks for its turn; each refusal takes a second or longer. */
const usualAttempts = 60;

/** Repeats work that the share of the account refuses: a file whose beginning was sent can only wait, or break off. */
export async function waitForTurn<Result>(
  work: () => Promise<Result>,
  maxAttempts = usualAttempts,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isRefused = error instanceof HttpError && error.code === 'rate_limited';
      if (!isRefused || attempt === maxAttempts) throw error;
    }
  }
}
