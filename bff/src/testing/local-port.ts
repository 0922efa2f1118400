import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';

/**
 * Lets a server of this machine listen on a free port while the tests of a file run. Returns what reads the port, which is known from
 * `beforeAll` on: a portal whose settings name it must be declared later.
 */
export function testPort(server: Server): () => number {
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    // Connections to a server of another protocol are closed by their clients.
    if (server instanceof HttpServer) server.closeAllConnections();
    server.close();
  });
  return () => {
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('only within a test');
    return address.port;
  };
}
