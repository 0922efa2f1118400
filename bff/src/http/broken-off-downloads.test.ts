import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../log.ts';
import { createHttpApp } from './http-app.ts';

const lines: { level: string; msg: string; err?: { message: string } }[] = [];
const app = createHttpApp({
  config: loadConfig({}),
  log: createLog('info', { to: { write: (line) => lines.push(JSON.parse(line)) } }),
});
const part = Buffer.alloc(64 * 1024);
app.get('/endless', (_request, reply) => {
  async function* parts() {
    for (;;) yield await Promise.resolve(part);
  }
  return reply.send(Readable.from(parts(), { objectMode: false }));
});
app.get('/faulty', (_request, reply) => {
  async function* parts() {
    yield await Promise.resolve(part);
    throw new Error('no further part');
  }
  return reply.send(Readable.from(parts(), { objectMode: false }));
});

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

const portOf = () => (app.server.address() as AddressInfo).port;

test.each(['destroy', 'resetAndDestroy'] as const)(
  'a download whose client has gone (%s) is no error',
  async (how) => {
    const client = connect(portOf(), '127.0.0.1');
    client.on('error', () => undefined);
    await once(client, 'connect');
    const requested = once(app.server, 'request');
    client.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = await requested;
    await once(client, 'data');
    const closed = once(response, 'close');
    client[how]();
    await closed;
    await new Promise(setImmediate);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(lines.map(({ msg }) => msg)).toContain('abandoned');
  },
);

test('a response whose source fails in the middle is an error', async () => {
  const response = await fetch(`http://127.0.0.1:${portOf()}/faulty`);
  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  expect(lines.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({
      msg: 'a response has ended before it was complete',
      err: expect.objectContaining({ message: 'no further part' }),
    }),
  ]);
});
