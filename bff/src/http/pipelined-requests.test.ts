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

beforeAll(async () => {
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());
beforeEach(() => {
  handled = 0;
});

/** Sends so many requests in one packet, the last of which ends the connection, and returns all that arrives. */
async function pipeline(count: number): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  const request = (connection: string) =>
    `GET /wait HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
  socket.write(request('keep-alive').repeat(count - 1) + request('close'));
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

test('counts what is unanswered only', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  for (let sent = 1; sent <= 20; sent += 1) {
    socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  }
  socket.destroy();
  expect(handled).toBe(20);
});
