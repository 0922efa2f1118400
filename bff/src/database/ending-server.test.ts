import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { connect } from './database.ts';
import { isOutage } from './outage.ts';
import { sql } from './sql.ts';

/** A message of PostgreSQL's protocol: its kind, its length and its content. */
function message(kind: string, content: string | Buffer): Buffer {
  const head = Buffer.from(`${kind}0000`);
  const body = Buffer.from(content);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('a server that ends in the moment in which it accepts a connection is an outage, and ends no process', async () => {
  const accepted = [message('R', Buffer.alloc(4)), message('Z', 'I')];
  const ended = message('E', 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...accepted, ended])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `postgres://portal:portal@127.0.0.1:${port}/portal`;
  const database = connect({ url, poolSize: 1, timeoutSeconds: 5 });
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    const failure = await database.system.first(sql`select 1 as one`).catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
    await database.close();
    server.close();
  }
});

test('a server that accepts a connection and says nothing is an outage, for a pool and for a single connection', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const options = {
    connectionString: `postgres://portal@127.0.0.1:${port}/portal`,
    connectionTimeoutMillis: 20,
  };
  const failures = [new pg.Client(options), new pg.Pool(options)].map((connecting) =>
    connecting.connect().catch((error: unknown) => error),
  );
  const found = await Promise.all(failures);
  server.close();
  expect(found.map(isOutage)).toEqual([true, true]);
});
