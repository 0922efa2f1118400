import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connect } from '../database/database.ts';
import { startEmbedded } from '../database/embedded/embedded.ts';
import { createTables } from '../queue/prepare-database.ts';
import { running } from './running-server.ts';

/** Jest's global set-up: starts one PostgreSQL with a migrated database, which each test file copies. */
export default async function startServer(): Promise<void> {
  const dataDir = await mkdtemp(path.join(await temporaryFolder(), 'portal-test-'));
  // When the tests run as root, another account runs the server and needs access.
  await chmod(dataDir, 0o755);
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', max_wal_size: '512MB' };
  const server = await startEmbedded({ dataDir, settings });
  running.server = server;
  running.dataDir = dataDir;
  process.env.PORTAL_TEST_SERVER = server.superuserUrl;
  process.env.PORTAL_TEST_DATABASE = server.url;
  process.env.PORTAL_TEST_OWNER = server.ownerUrl;

  const owner = connect({ url: server.ownerUrl, poolSize: 2, timeoutSeconds: 30 });
  await createTables(owner);
  await owner.close();

  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  await client.query('alter database portal is_template true allow_connections false');
  await client.end();
}

/** Linux's file system in memory. */
const inMemory = '/dev/shm';

/** Bytes; several times what the databases of four workers and the write-ahead log take. */
const neededSpace = 4 * 1024 ** 3;

/** Where databases, which consist of hundreds of files, are created and dropped in a fraction of the time. */
async function temporaryFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(inMemory);
    if (bavail * bsize >= neededSpace) return inMemory;
  } catch {
    // Other systems have no such folder.
  }
  return tmpdir();
}
