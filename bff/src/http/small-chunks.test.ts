import { type AddressInfo, connect } from 'node:net';
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
app.post('/echo', async ({ body }) => body);

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

/** Sends a body in chunks, and returns what the server answers until it ends the connection. */
async function answerTo(chunks: readonly string[], path = '/echo'): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const answer = text(socket).catch(() => '');
  const close = path === '/echo' ? 'Connection: close\r\n' : '';
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Requested-With: portal\r\nContent-Type: application/json\r\n${close}`;
  const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

test('a body in a few small parts, or in many that are not, is read', async () => {
  const json = JSON.stringify({ text: 'x'.repeat(40) });
  expect(await answerTo([...json])).toContain(json);
  const long = JSON.stringify({ text: 'x'.repeat(60_000) });
  const packets = long.match(/.{1,64}/g) ?? [];
  expect(await answerTo(packets)).toContain('xxxx');
  expect(lines).toEqual([]);
});

test.each([
  ['read', '/echo'],
  ['not read', '/missing'],
])('a connection ends whose body arrives in tiny parts and is %s', async (_how, path) => {
  await answerTo([...JSON.stringify({ text: 'x'.repeat(50_000) })], path);
  expect(lines.filter((line) => line.includes('tiny parts'))).toHaveLength(1);
});
