import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { postWebhook } from './post-webhook.ts';
import { testReceiver } from './webhooks.fixtures.ts';

const receiver = testReceiver();
const message = { headers: { 'webhook-id': 'evt_1' }, body: '{"type":"webhook.test"}' };
const local = { publicOnly: false };
const post = (path: string, options: Partial<Parameters<typeof postWebhook>[2]> = {}) =>
  postWebhook(new URL(receiver.url(path)), message, { ...local, ...options });

test('posts JSON and stores the beginning of the response', async () => {
  receiver.answer('/taken', (response) => response.writeHead(202).end(`a\0${'é'.repeat(10_000)}`));
  expect(await post('/taken')).toEqual({
    duration_ms: expect.any(Number),
    response_status: 202,
    failure: null,
    response_body: `a\uFFFD${'é'.repeat(498)}`,
  });
  expect(receiver.received('/taken')).toMatchObject([
    { body: message.body, headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' } },
  ]);
});

test.each([301, 302, 307, 308])('does not follow a redirect with status %d', async (status) => {
  const target = `/target-${status}`;
  receiver.answer(`/moved-${status}`, (response) =>
    response.writeHead(status, { location: receiver.url(target) }).end(),
  );
  expect(await post(`/moved-${status}`)).toMatchObject({ response_status: status, failure: 'status' });
  expect(receiver.received(target)).toEqual([]);
});

test('stops reading a response without an end', async () => {
  receiver.answer('/endless', (response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  });
  expect(await post('/endless')).toMatchObject({ failure: null, response_body: 'x'.repeat(500) });
});

test.each([
  ['/silent', () => undefined],
  [
    '/slow',
    (response: { writeHead: (status: number) => { write: (text: string) => void } }) =>
      response.writeHead(200).write('x'),
  ],
] as const)('gives up %s after the time', async (path, respond) => {
  receiver.answer(path, respond);
  const result = await post(path, { timeoutMs: 200 });
  expect(result).toMatchObject({ failure: 'timeout', response_status: null });
  expect(result.duration_ms).toBeLessThan(5_000);
});

test.each([
  [
    'switches the protocol',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'status',
    101,
  ],
  ['only announces a response', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'unreachable', null],
  ['breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbeginning', 'unreachable', null],
  ['sends no HTTP', 'SSH-2.0-x\r\n', 'unreachable', null],
])('ends an attempt whose server %s', async (_what, answer, failure, response_status) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await postWebhook(url, message, local)).toMatchObject({ failure, response_status });
  server.close();
});

test('gives up a server that only announces a response', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 103 A\r\n\r\n'.repeat(100)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await postWebhook(url, message, local)).toMatchObject({ failure: 'unreachable' });
  server.close();
});

test('gives up a name that is resolved too slowly', async () => {
  const url = new URL('http://slow.example/');
  const resolve = () => new Promise<string[]>(() => undefined);
  expect(await postWebhook(url, message, { ...local, timeoutMs: 100, resolve })).toMatchObject({
    failure: 'timeout',
  });
});

test('reports a server that is away', async () => {
  const url = new URL('http://127.0.0.1:1/');
  expect(await postWebhook(url, message, local)).toMatchObject({ failure: 'unreachable' });
});

test('reports a server without TLS', async () => {
  const url = new URL(receiver.url('/').replace('http:', 'https:'));
  expect(await postWebhook(url, message, local)).toMatchObject({ failure: 'certificate' });
});

test.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1'])(
  'connects to no name that resolves to %s',
  async (address) => {
    const { port } = new URL(receiver.url('/'));
    const url = new URL(`http://hooks.example.com:${port}/refused`);
    const resolve = async () => [address];
    const refused = { duration_ms: expect.any(Number), response_status: null, response_body: null };
    expect(await postWebhook(url, message, { publicOnly: true, resolve })).toEqual({
      ...refused,
      failure: 'address_refused',
    });
    expect(receiver.received('/refused')).toEqual([]);
  },
);

test('connects to no name that has a public and a local address', async () => {
  const url = new URL('http://both.example.com/');
  const resolve = async () => ['8.8.8.8', '127.0.0.1'];
  expect(await postWebhook(url, message, { publicOnly: true, resolve })).toMatchObject({
    failure: 'address_refused',
  });
});

test('connects to the address that was checked, whatever the name resolves to afterwards', async () => {
  const { port } = new URL(receiver.url('/'));
  const url = new URL(`http://rebinding.example.com:${port}/rebound`);
  // Not allocated: nobody answers. The next answer would be the receiver's.
  const answers = [['2000::dead'], ['127.0.0.1']];
  let asked = 0;
  const resolve = async () => answers[asked++] ?? ['127.0.0.1'];
  const result = await postWebhook(url, message, { publicOnly: true, timeoutMs: 300, resolve });
  expect(result.failure).toMatch(/unreachable|timeout/);
  expect(asked).toBe(1);
  expect(receiver.received('/rebound')).toEqual([]);
});

test.each(['http://127.0.0.1:%', 'http://2130706433:%', 'http://0x7f.1:%', 'http://[::ffff:127.0.0.1]:%'])(
  'connects to no local address such as %s',
  async (origin) => {
    const { port } = new URL(receiver.url('/'));
    const url = new URL(`${origin.replace('%', port)}/literal`);
    expect(await postWebhook(url, message, { publicOnly: true })).toMatchObject({
      failure: 'address_refused',
    });
    expect(receiver.received('/literal')).toEqual([]);
  },
);

test('the same name reaches the receiver where any address is allowed', async () => {
  const { port } = new URL(receiver.url('/'));
  const url = new URL(`http://hooks.example.com:${port}/allowed`);
  const resolve = async () => ['127.0.0.1'];
  expect(await postWebhook(url, message, { ...local, resolve })).toMatchObject({ failure: null });
});
