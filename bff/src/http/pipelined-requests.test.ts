import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createHttpApp } from './http-app.ts';

const lines: string[] = [];
const app = createHttpApp({
  config: loadConfig({}),
  log: createLog('warn', { to: { write: (line) => lines.push(line) } }),
});
let handled = 0;
let address = '';
app.get('/wait', async () => {
  handled += 1;
  await new Promise(setImmediate);
  return 'done';
});

// More than the kernel stores for a client that does not read.
app.get('/long', async (_request, reply) => {
  setImmediate(() => {
    handled += 1;
  });
  return reply.send('x'.repeat(12_000_000));
});
let parsed = 0;
app.server.on('request', () => {
  parsed += 1;
});

beforeAll(async () => {
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());
beforeEach(() => {
  handled = 0;
  parsed = 0;
  lines.length = 0;
});

/** Sends so many requests in one packet, the last of which ends the connection, and returns all that arrives. */
async function pipeline(count: number, head = 'GET /wait HTTP/1.1\r\nHost: x'): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  const requests = [...Array(count - 1).fill(head), `${head}\r\nConnection: close`];
  socket.write(requests.map((one) => `${one}\r\n\r\n`).join(''));
  return text(socket).catch(() => '');
}

test('answers some requests that are sent before a response arrives', async () => {
  expect((await pipeline(8)).match(/HTTP\/1.1 200 OK/g)).toHaveLength(8);
  expect(handled).toBe(8);
});

test('ends a connection that sends many, and handles no more of them', async () => {
  await pipeline(1000);
  expect(handled).toBe(8);
  expect(lines.filter((line) => line.includes('too many unanswered requests'))).toHaveLength(1);
  expect((await app.inject('/wait')).statusCode).toBe(200);
});

test.each([
  ['short ones', 'GET /wait HTTP/1.1\r\nHost: x'],
  ['those without a host', 'GET /wait HTTP/1.1'],
  ['those with an expectation', 'GET /wait HTTP/1.1\r\nHost: x\r\nExpect: y'],
])('parses hardly more of a packet than it handles, of %s', async (_which, head) => {
  await pipeline(1000, head);
  expect(parsed).toBeGreaterThan(8);
  expect(parsed).toBeLessThan(60);
  expect(lines.filter((line) => line.includes('too many unanswered requests'))).toHaveLength(1);
});

test('answers all of a packet to a client that begins to read late', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  const request = (connection: string) =>
    `GET /long HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(1100)}\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(request('keep-alive'));
  await waitFor(() => parsed === 1);
  await waitFor(() => handled === 1);
  socket.write(request('keep-alive').repeat(2) + request('close'));
  await waitFor(() => parsed > 1);
  // The rest of the packet waits until the client reads.
  expect(parsed).toBeLessThan(4);
  expect((await text(socket)).match(/HTTP\/1.1 200 OK/g)).toHaveLength(4);
  expect(parsed).toBe(4);
});

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

test('counts what is unanswered only', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  for (let sent = 1; sent <= 20; sent += 1) {
    socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  }
  socket.destroy();
  expect(handled).toBe(20);
});
