import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createAccountLoad } from '../app/account-load.ts';
import { sharePages } from '../app/page-share.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createHttpApp } from './http-app.ts';
import { addressSubject } from './rate-limit.ts';

const lines: string[] = [];
const app = createHttpApp({
  config: loadConfig({}),
  log: createLog('warn', { to: { write: (line) => lines.push(line) } }),
});
let handled = 0;
app.get('/address', async (request) => {
  handled += 1;
  return addressSubject(request.ip);
});
/** Subjects of requests whose connection has ended while they were handled. */
const subjects: string[] = [];
app.get('/later', async (request) => {
  request.raw.socket.destroy();
  await new Promise(setImmediate);
  subjects.push(addressSubject(request.ip));
  return 'done';
});
app.register((scope, _options, done) => {
  sharePages(scope, createAccountLoad({ RATE_LIMIT_FACTOR: 1 }));
  scope.get('/page', async () => {
    handled += 1;
    return 'page';
  });
  done();
});

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
  handled = 0;
});

/** Connects and sends a request for a path. */
async function send(path: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return client;
}

test.each(['/address', '/page'])('drops a request for %s whose connection was reset', async (path) => {
  const arrived = once(app.server, 'request');
  (await send(path)).resetAndDestroy();
  const [{ socket }] = await arrived;
  if (!socket.closed) await once(socket, 'close');
  expect((await app.inject(path)).statusCode).toBe(200);
  // That of the second request alone.
  expect(handled).toBe(1);
  expect(lines).toEqual([]);
});

test('a request whose connection ends while it is handled has its address', async () => {
  await once(await send('/later'), 'close');
  while (subjects.length === 0) await new Promise(setImmediate);
  expect(subjects).toEqual(['127.0.0.1']);
  expect(lines).toEqual([]);
});
