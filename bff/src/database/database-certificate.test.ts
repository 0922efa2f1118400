import { once } from 'node:events';
import { connect as connectTcp, createServer, type Server } from 'node:net';
import tls from 'node:tls';
import { afterAll, expect, test } from '@jest/globals';
import {
  type Authority,
  type CertifiedKey,
  refusedCertificates,
  testCertificates,
} from '../testing/certificates.ts';
import { connect } from './database.ts';
import { sql } from './sql.ts';

const certificates = testCertificates();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

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

async function askDatabase(url: URL, trusted?: Authority) {
  if (trusted !== undefined) url.searchParams.set('sslrootcert', certificates.fileOf(trusted));
  const database = connect({ url: url.href, poolSize: 1, timeoutSeconds: 30 });
  try {
    return await database.system.first(sql`select 1 as one`);
  } finally {
    await database.close();
  }
}

test('a database with a certificate of the named authority is used', async () => {
  const { authority } = certificates.created();
  const { url, isUsed } = await serveOverTls(authority.localhost);
  expect(await askDatabase(url, authority)).toEqual({ one: 1 });
  expect(isUsed()).toBe(true);
});

test.each(refusedCertificates)(
  'a database with a certificate %s is refused and receives nothing',
  async (_what, server, trusted, reason) => {
    const { url, isUsed } = await serveOverTls(server(certificates.created()));
    await expect(askDatabase(url, trusted(certificates.created()))).rejects.toThrow(reason);
    expect(isUsed()).toBe(false);
  },
);

test('the authority that sslrootcert names is the only one trusted for the database', async () => {
  const { authority, otherAuthority } = certificates.created();
  certificates.trustPublicly(otherAuthority);
  const { url, isUsed } = await serveOverTls(otherAuthority.localhost);
  await expect(askDatabase(url, authority)).rejects.toThrow(/self-signed certificate in certificate chain/);
  expect(isUsed()).toBe(false);
  url.searchParams.delete('sslrootcert');
  expect(await askDatabase(url)).toEqual({ one: 1 });
});
