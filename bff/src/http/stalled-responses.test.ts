import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { fastify } from 'fastify';
import { endStalledResponses } from './stalled-responses.ts';

// A busy machine may stop this process for a moment, which must not count as a pause of the client.
const limitMs = 5_000;
const bytes = 64 * 1024 * 1024;

/** Requests a long file through a connection that reads nothing yet. */
async function requestFile(): Promise<{
  client: Socket;
  ended: Promise<'whole' | 'cut'>;
  close: () => Promise<void>;
}> {
  const app = fastify();
  endStalledResponses(app, limitMs);
  const { promise: ended, resolve } = Promise.withResolvers<'whole' | 'cut'>();
  app.get('/', (_request, reply) => {
    reply.raw.once('close', () => resolve(reply.raw.writableFinished ? 'whole' : 'cut'));
    return reply.send(Readable.from(parts(), { objectMode: false }));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write('GET / HTTP/1.1\r\nHost: portal\r\n\r\n');
  const close = async () => {
    client.destroy();
    await app.close();
  };
  return { client, ended, close };
}

function* parts() {
  const part = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < bytes; sent += part.length) yield part;
}

test('a response that nobody reads is ended', async () => {
  const { ended, close } = await requestFile();
  expect(await ended).toBe('cut');
  await close();
});

test('a response that is read slowly is sent to its end, though it takes longer than the limit', async () => {
  const { client, ended, close } = await requestFile();
  const started = performance.now();
  let isRead = false;
  void ended.then(() => {
    isRead = true;
  });
  let received = 0;
  client.on('data', (part) => {
    received += part.length;
    // A megabyte at a time.
    if (received % (1024 * 1024) < part.length) client.pause();
  });
  while (!isRead) {
    client.resume();
    await pause(125);
  }
  expect(await ended).toBe('whole');
  expect(performance.now() - started).toBeGreaterThan(limitMs);
  await close();
});
