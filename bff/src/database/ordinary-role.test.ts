import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createLog } from '../log.ts';
import { startQueue } from '../queue/queue.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { connect } from './database.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded/embedded.ts';
import { isMigrated, migrate, migrationNames } from './migrate.ts';
import { sql } from './sql.ts';

const runbook = path.join(__dirname, '../../../docs/runbooks/production.md');
let server: EmbeddedPostgres;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-role-'));
  await chmod(dataDir, 0o755);
  server = await startEmbedded({ dataDir });
  // The embedded server creates the portal's roles itself; an operator's server has none of them.
  await asSuperuser('drop database portal', 'drop role portal_owner', 'drop role portal_app');
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Starts as the BFF does. Returns the role of a customer's transaction. */
async function startPortal(url: string): Promise<unknown> {
  const database = connect({ url, poolSize: 3, timeoutSeconds: 60 });
  try {
    await migrate(database);
    const secrets = createSecrets({ DATA_DIR: dataDir, SECRETS_KEY: undefined });
    const queue = await startQueue({ database, secrets, log: createLog('silent') }, { maintain: false });
    await queue.stop();
    expect(await isMigrated(database, await migrationNames())).toBe(true);
    return await database.withAccount('acc_2', (tx) =>
      tx.one(sql`select current_user as role, (select count(*)::int from accounts) as accounts`),
    );
  } finally {
    await database.close();
  }
}

test('starts with the role that the runbook creates, and without its right to create roles afterwards', async () => {
  const text = await readFile(runbook, 'utf8');
  const [, statements = ''] = /```sql\n([^`]+)```/.exec(text) ?? [];
  const commands = statements.split(';').filter((command) => command.trim() !== '');
  expect(commands).toHaveLength(2);
  await asSuperuser(...commands);
  const url = new URL(server.superuserUrl);
  Object.assign(url, { username: 'portal', password: '…', pathname: '/portal' });
  expect(await startPortal(url.href)).toEqual({ role: 'portal_app', accounts: 0 });
  await asSuperuser('alter role portal nocreaterole');
  expect(await startPortal(url.href)).toEqual({ role: 'portal_app', accounts: 0 });
});
