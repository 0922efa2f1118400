import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { listHeads } from '../audit/chain-heads.repository.ts';
import { verifyLog } from '../audit/verify-log.ts';
import { sql } from '../database/sql.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { commandEnv } from '../testing/command-env.ts';
import { type TestCustomer, testPortal } from '../testing/test-portal.ts';

jest.setTimeout(120_000);
const portal = testPortal();
let folder = '';
let client: TestCustomer;
let service = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-records-'));
});
beforeEach(async () => {
  client = await portal.customer();
  ({ service_id: service } = await givenService(portal.database, client.account.account_id));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** Runs the real command. */
async function credit(key: string, log: string) {
  const program = path.join(__dirname, '../modules/billing/billing.ts');
  const named = ['--key', key, '--actor', 'anna', '--reason', 'Ticket 7', '--log', log];
  const args = [program, 'credit', '--service', service, '--amount', '5.00', ...named];
  const env = { ...(await commandEnv(portal, folder)), INIT_CWD: folder };
  const ended = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error);
  return { code: ended.code ?? 0, stdout: String(ended.stdout), stderr: String(ended.stderr) };
}

const balance = async () => (await client.get(`/v1/services/${service}/balance`)).body.balance;
const linesOf = async (file: string) => (await readFile(file, 'utf8')).split('\n').filter(Boolean);

/** What the verification of a log reports about the commands of this test. */
async function problemsOf(file: string, since: number): Promise<string[]> {
  const heads = (await listHeads(portal.database.system, null)).slice(since);
  const keys = portal.context.secrets.deriveKeys('audit log');
  return (await verifyLog(await linesOf(file), { keys, heads })).problems;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'a full log is reported in words, and a repeated command writes the missing record once',
  async () => {
    const { length } = await listHeads(portal.database.system, null);
    const log = path.join(folder, 'repeated.log');
    // Every write to this device fails as on a full disk.
    const full = await credit('FULL-1', '/dev/full');
    expect(full.stdout).toContain('billing credit FULL-1');
    expect(full.stderr).toMatch(
      /^billing credit FULL-1 was done, but its audit record is not in \/dev\/full \(ENOSPC.*Repeat the command with the same --key.*\n$/,
    );
    expect([full.code, await balance()]).toEqual([1, '5.0000']);

    const repeated = await credit('FULL-1', log);
    expect(repeated).toMatchObject({ code: 0, stdout: expect.stringContaining('was done before') });
    expect(repeated.stderr).toContain('is now in');
    expect(await problemsOf(log, length)).toEqual([]);
    await credit('FULL-1', log);
    expect(await linesOf(log)).toHaveLength(1);
    expect(await balance()).toBe('5.0000');
  },
);

test('a command that was killed after it wrote its record does not write it again when it is repeated', async () => {
  const log = path.join(folder, 'killed.log');
  await credit('KILLED-1', log);
  const [record] = await linesOf(log);
  const uncommitted = sql`insert into unwritten_records (action_key, record) values ('KILLED-1', ${`${record}\n`})`;
  await portal.superuser.system.run(uncommitted);
  expect((await credit('KILLED-1', log)).code).toBe(0);
  expect(await linesOf(log)).toEqual([record]);
  expect(await portal.superuser.system.query(sql`select from unwritten_records`)).toEqual([]);
});

test('a record begins a line of its own after a line that was cut off', async () => {
  const { length } = await listHeads(portal.database.system, null);
  const log = path.join(folder, 'cut.log');
  await writeFile(log, '{"level":30,"time":"2026');
  await credit('CUT-1', log);
  expect(await linesOf(log)).toHaveLength(2);
  expect(await problemsOf(log, length)).toEqual([]);
});

test('a new log belongs to the owner of its folder, and others cannot read it', async () => {
  const owned = await mkdtemp(path.join(folder, 'owned-'));
  if (process.getuid?.() === 0) await chown(owned, 12_345, 12_345);
  await credit('OWNED-1', path.join(owned, 'staff.log'));
  const [log, { uid, gid }] = [await stat(path.join(owned, 'staff.log')), await stat(owned)];
  expect(log).toMatchObject({ uid, gid });
  expect(log.mode & 0o007).toBe(0);
});

test('a log that cannot be opened is refused before anything is changed', async () => {
  const refused = await credit('CLOSED-1', path.join(folder, 'missing', 'staff.log'));
  expect(refused.stderr).toMatch(/^The log \S+ cannot be written \(ENOENT.*\)\. Nothing was changed\.\n$/);
  expect([refused.code, await balance()]).toEqual([1, '0.0000']);
});
