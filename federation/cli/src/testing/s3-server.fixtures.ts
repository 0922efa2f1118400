import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { signatureFault } from './s3-signature.fixtures.ts';

export interface S3Server {
  endpoint: string;
  objects: Map<string, Buffer>;
  /** Requests as `PUT /bucket/key`, in order. */
  requests: string[];
  /** Answers 503 to so many of the next requests, after having done what they ask. */
  loseAnswers(count: number): void;
  /** Whether the conditions of writes are kept to. */
  isConditional: boolean;
  close(): Promise<void>;
}

export const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/with+signs' };
const pageSize = 3;

/**
 * The part of S3 that the store uses, on loopback: signed requests only, conditional writes, pages of three keys.
 * A test's server: it follows the protocol, not the whole of it.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let lost = 0;
  const kept = { isConditional: true };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    requests.push(`${request.method} ${request.url}`);
    const fault = signatureFault(request, body, credentials);
    if (fault !== undefined) return fail(response, 403, fault);
    if (!kept.isConditional) for (const name of ['if-match', 'if-none-match']) delete request.headers[name];
    if (lost > 0) {
      lost -= 1;
      answer(objects, request, body, undefined);
      return fail(response, 503, 'SlowDown');
    }
    answer(objects, request, body, response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', () => resolve());
  await promise;
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return Object.assign(kept, {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    requests,
    loseAnswers: (count: number) => {
      lost = count;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  });
}

const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse | undefined,
): void {
  const url = new URL(request.url ?? '/', 'http://store');
  const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''));
  if (url.searchParams.get('list-type') === '2') {
    response?.end(listing(objects, url.searchParams));
    return;
  }
  const found = objects.get(key);
  if (request.method === 'PUT') {
    const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
    if (
      (noneMatch === '*' && found !== undefined) ||
      (match !== undefined && (found === undefined || tagOf(found) !== match))
    ) {
      fail(response, 412, 'PreconditionFailed');
      return;
    }
    objects.set(key, body);
    response?.setHeader('etag', tagOf(body)).end();
  } else if (request.method === 'DELETE') {
    objects.delete(key);
    response?.writeHead(204).end();
  } else if (found === undefined) fail(response, 404, 'NoSuchKey');
  else response?.setHeader('etag', tagOf(found)).end(found);
}

function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const start = Number(query.get('continuation-token') ?? 0);
  const next =
    start + pageSize < keys.length
      ? `<NextContinuationToken>${start + pageSize}</NextContinuationToken>`
      : '';
  const contents = keys.slice(start, start + pageSize).map((key) => {
    const size = objects.get(key)?.length ?? 0;
    return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>${size}</Size></Contents>`;
  });
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}

function fail(response: ServerResponse | undefined, status: number, code: string): void {
  response
    ?.writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);
}
