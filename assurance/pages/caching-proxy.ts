import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

export interface CachingProxy {
  url: string;
  stop: () => Promise<void>;
}

interface Kept {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * A shared cache as careless as one may be: it keeps every answer to GET that does not forbid it, by the path alone,
 * whoever asked with whatever cookies and headers.
 */
export async function startCachingProxy(target: string): Promise<CachingProxy> {
  const cache = new Map<string, Kept>();
  const server = createServer(async (incoming, answer) => {
    const key = incoming.url ?? '/';
    const known = incoming.method === 'GET' ? cache.get(key) : undefined;
    const kept = known ?? (await ask(incoming, target));
    const policy = String(kept.headers['cache-control'] ?? '');
    if (incoming.method === 'GET' && !/no-store|no-cache|private/.test(policy)) cache.set(key, kept);
    answer.writeHead(kept.status, { ...kept.headers, 'x-cache': known === undefined ? 'miss' : 'hit' });
    answer.end(kept.body);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${port}`, stop };
}

function ask({ url, method, headers }: IncomingMessage, target: string): Promise<Kept> {
  const { promise, resolve, reject } = Promise.withResolvers<Kept>();
  const { hostname, port } = new URL(target);
  const options = { hostname, port, path: url, headers, agent: false, ...(method && { method }) };
  const outgoing = request(options, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const { 'transfer-encoding': _, ...kept } = answer.headers;
      resolve({ status: answer.statusCode ?? 502, headers: kept, body: Buffer.concat(chunks) });
    });
    answer.on('error', reject);
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}
