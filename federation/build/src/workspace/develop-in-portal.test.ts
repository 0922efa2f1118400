import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { developInPortal } from './develop-in-portal.ts';

let server: Server | undefined;
const messages: string[] = [];

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation((message) => void messages.push(String(message)));
});
afterEach(() => {
  jest.restoreAllMocks();
  messages.length = 0;
  server?.close();
});

async function startPortal(html: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server = createServer((_request, response) => response.end(html)).listen(0, 'localhost', resolve);
  await promise;
  const address = server.address();
  return `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
}

test('refuses a portal in production, which allows no local areas', async () => {
  const portal = await startPortal('<script id="portal-config">{"environment":"production"}</script>');
  expect(await developInPortal('/nowhere', portal)).toBe(2);
  expect(messages).toEqual([`The portal at ${portal} allows no local areas: its environment is production.`]);
});

test('refuses an address without a portal', async () => {
  const address = await startPortal('<h1>Welcome</h1>');
  expect(await developInPortal('/nowhere', address)).toBe(2);
  expect(messages).toEqual([`There is no portal at ${address} (status 200).`]);
});

test('refuses an address that cannot be reached, or none', async () => {
  expect(await developInPortal('/nowhere', 'http://localhost:1')).toBe(2);
  expect(await developInPortal('/nowhere', undefined)).toBe(2);
  expect(messages).toEqual([
    'The portal at http://localhost:1 cannot be reached.',
    'State the portal: --portal https://…',
  ]);
});
