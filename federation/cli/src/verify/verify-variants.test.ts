import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ScratchPortal, scratchPortal } from '../testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
let portal: Server;
const entry = 'remotes/voicing/0.1.0-aaaaaaa1/entry.js';
const file = (name: string) => path.join(scratch.folder, 'var/portal', name);

beforeEach(async () => {
  scratch = scratchPortal();
  await scratch.portal('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await scratch.portal('deploy host@latest voicing@latest --reason first');
  const content = readFileSync(file(entry));
  writeFileSync(file(`${entry}.br`), brotliCompressSync(content));
  writeFileSync(file(`${entry}.gz`), gzipSync(content));
  portal = createServer((request, response) => {
    const name = file(request.url ?? '');
    const encoding = request.headers['accept-encoding'] ?? '';
    const suffix = { br: '.br', gzip: '.gz' }[encoding];
    const isCompressed = suffix !== undefined && existsSync(name + suffix);
    if (!existsSync(name)) return void response.writeHead(404).end();
    if (isCompressed) response.setHeader('content-encoding', encoding);
    response.end(readFileSync(isCompressed ? name + suffix : name));
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', () => resolve()));
});
afterEach(async () => {
  scratch.remove();
  portal.closeAllConnections();
  await new Promise((resolve) => portal.close(resolve));
});

describe.each([
  ['the store', () => 'verify'],
  ['a running portal', () => `verify --url http://127.0.0.1:${(portal.address() as AddressInfo).port}`],
])('verify of %s', (_place, command) => {
  test('accepts compressed copies of what was published', async () => {
    expect(await scratch.portal(command())).toMatchObject({ code: 0 });
  });

  test.each([
    ['br', 'contains other code', brotliCompressSync('steal()')],
    ['br', 'cannot be decoded', Buffer.from('no brotli')],
    ['gzip', 'contains other code', gzipSync('steal()')],
    ['gzip', 'cannot be decoded', Buffer.from('no gzip')],
  ])('reports a copy as %s that %s', async (encoding, _fault, content) => {
    writeFileSync(file(`${entry}.${encoding === 'br' ? 'br' : 'gz'}`), content);
    expect(await scratch.portal(command())).toMatchObject({
      code: 5,
      out: expect.stringContaining(`${entry} as ${encoding} is not what was published`),
    });
  });

  test('reports an altered text', async () => {
    writeFileSync(file('remotes/voicing/0.1.0-aaaaaaa1/locales/en/voicing.json'), '{"pay":"to me"}');
    expect(await scratch.portal(command())).toMatchObject({
      code: 5,
      out: expect.stringContaining('voicing.json is not what was published'),
    });
  });
});
