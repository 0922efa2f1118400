import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

export interface CachingProxy {
  url: string;
  stop: () => Promise<void>;
}

interface StoredResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * A careless shared cache: it stores every response to GET that does not forbid it, by path alone, for any cookies and
 * headers.
 */
export async function startCachingProxy(target: string): Promise<CachingProxy> {
  const cache = new Map<string, StoredResponse>();
  const server = createServer(async (incoming, response) => {
    const key = incoming.url ?? '/';
    const known = incoming.method === 'GET' ? cache.get(key) : undefined;
    const stored = known ?? (await ask(incoming, target));
    const policy = String(stored.headers['cache-control'] ?? '');
    if (incoming.method === 'GET' && !/no-store|no-cache|private/.test(policy)) cache.set(key, stored);
    response.writeHead(stored.status, { ...stored.headers, 'x-cache': known === undefined ? 'miss' : 'hit' });
    response.end(stored.body);
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

function ask({ url, method, headers }: IncomingMessage, target: string): Promise<StoredResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<StoredResponse>();
  const { hostname, port } = new URL(target);
  const options = { hostname, port, path: url, headers, agent: false, ...(method && { method }) };
  const outgoing = request(options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const { 'transfer-encoding': _, ...headers } = response.headers;
      resolve({ status: response.statusCode ?? 502, headers, body: Buffer.concat(chunks) });
    });
    response.on('error', reject);
  });
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}
