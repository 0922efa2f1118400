import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { type CertifiedKey, createAuthority, selfSigned } from '../testing/certificates.ts';
import { connect } from './database.ts';
import { sql } from './sql.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-certificates-'));
const servers: Server[] = [];
const publicAuthorities = tls.getCACertificates('default');
afterEach(() => tls.setDefaultCACertificates(publicAuthorities));
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const authority = createAuthority('Authority of the provider');
const otherAuthority = createAuthority('Another authority');

/** Serves the test database over TLS. Returns its URL, and whether a client has got past the handshake. */
async function serveOverTls({ key, cert }: CertifiedKey) {
  const database = new URL(process.env.PORTAL_TEST_SERVER ?? '');
  const url = new URL(database);
  let isUsed = false;
  const securing = tls.createServer({ key, cert }, (client) => {
    const upstream = connectTcp(Number(database.port), database.hostname);
    client.once('data', () => {
      isUsed = true;
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  const server = createServer((socket) => {
    // The client asks for encryption with eight bytes, and the server agrees with one.
    socket.once('data', () => {
      socket.write('S');
      securing.emit('connection', socket);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url.hostname = 'localhost';
  url.port = String(typeof address === 'object' ? address?.port : '');
  url.searchParams.set('sslmode', 'verify-full');
  return { url, isUsed: () => isUsed };
}

async function askDatabase(url: URL, trusted?: string) {
  if (trusted !== undefined) {
    const file = path.join(folder, 'authority.pem');
    writeFileSync(file, trusted);
    url.searchParams.set('sslrootcert', file);
  }
  const database = connect({ url: url.href, poolSize: 1, timeoutSeconds: 30 });
  try {
    return await database.system.first(sql`select 1 as one`);
  } finally {
    await database.close();
  }
}

test('a database with a certificate of the named authority is used', async () => {
  const { url, isUsed } = await serveOverTls(authority.issue('localhost'));
  expect(await askDatabase(url, authority.cert)).toEqual({ one: 1 });
  expect(isUsed()).toBe(true);
});

test.each([
  ['that no authority has signed', selfSigned('localhost'), undefined, /self-signed/],
  ['that only itself has signed', selfSigned('localhost'), authority.cert, /self-signed/],
  ['of a private authority that is not named', authority.issue('localhost'), undefined, /unable to verify/],
  ['of another authority', otherAuthority.issue('localhost'), authority.cert, /unable to verify/],
  ['for another name', authority.issue('database.example'), authority.cert, /altnames/],
])(
  'a database with a certificate %s is refused and receives nothing',
  async (_what, server, trusted, reason) => {
    const { url, isUsed } = await serveOverTls(server);
    await expect(askDatabase(url, trusted)).rejects.toThrow(reason);
    expect(isUsed()).toBe(false);
  },
);

test('the authority that sslrootcert names is the only one trusted for the database', async () => {
  tls.setDefaultCACertificates([...publicAuthorities, otherAuthority.cert]);
  const { url, isUsed } = await serveOverTls(otherAuthority.issue('localhost'));
  await expect(askDatabase(url, authority.cert)).rejects.toThrow(
    /self-signed certificate in certificate chain/,
  );
  expect(isUsed()).toBe(false);
  url.searchParams.delete('sslrootcert');
  expect(await askDatabase(url)).toEqual({ one: 1 });
});
