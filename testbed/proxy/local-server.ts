import { createServer, type RequestListener } from 'node:http';
import { tamperMark } from './faults.ts';

export interface LocalServer extends AsyncDisposable {
  port: number;
  url: string;
}

/** Listens on a free local port. Disposing the server also ends the connections that are still open. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.on('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = async () => {
    const closed = server[Symbol.asyncDispose]();
    server.closeAllConnections();
    await closed;
  };
  return { port, url: `http://localhost:${port}`, [Symbol.asyncDispose]: stop };
}

export interface ForeignServer extends LocalServer {
  /** Paths of the requests, in order. */
  requested: string[];
}

/** A server of another origin that responds to every request with code. */
export async function startForeignServer(): Promise<ForeignServer> {
  const requested: string[] = [];
  const server = await startLocalServer((request, response) => {
    requested.push(request.url ?? '/');
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
    response.end(`globalThis.${tamperMark}=true`);
  });
  return { ...server, requested };
}
