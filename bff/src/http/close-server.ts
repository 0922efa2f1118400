import type { FastifyInstance } from 'fastify';

/** Milliseconds in which requests may end. Less than the process has to stop, so that everything else closes in order. */
const graceMs = 8_000;

/** Closes the server when its requests have been answered. Requests that do not end, such as those of slow bodies, are cut off. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
