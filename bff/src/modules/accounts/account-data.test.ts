import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { commandEnv } from '../../testing/command-env.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenSettledCustomer } from './closed-account.fixtures.ts';

jest.setTimeout(120_000);
const portal = testPortal();
let folder = '';
let account = '';
let secrets: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-data-'));
  const { account_id, twoFactor } = await givenSettledCustomer(portal);
  account = account_id;
  secrets = [twoFactor.secret, ...twoFactor.recoveryCodes];
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** Runs the real command. */
const writeData = (key: string, file: string, ...more: string[]) => run('exec "$@"', key, file, ...more);

/** Runs it in a shell that limits the size of files to 3 KB, which the system refuses as it refuses to fill a disk. */
const writeLimited = (key: string, file: string, ...more: string[]) =>
  run('ulimit -f 6; exec "$@"', key, file, ...more);

async function run(shell: string, key: string, file: string, ...more: string[]) {
  const program = path.join(__dirname, 'accounts.ts');
  const named = ['--key', key, '--actor', 'anna', '--reason', 'A request of the person'];
  const args = [program, 'data', '--account', account, '--file', file, ...named, ...more];
  const env = { ...(await commandEnv(portal, folder)), INIT_CWD: folder };
  const inShell = ['-c', shell, 'sh', process.execPath, ...args];
  const ended = await promisify(execFile)('sh', inShell, { env }).catch((error) => error);
  return { code: ended.code ?? 0, stdout: String(ended.stdout), stderr: String(ended.stderr) };
}

test('writes what is stored about an account into a new file that others cannot read, without secrets', async () => {
  const file = path.join(folder, 'ada.json');
  expect(await writeData('D-1', 'ada.json', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(file)).toBe(false);
  expect(await writeData('D-1', 'ada.json')).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    account_id: account,
    tables: {
      accounts: [{ name: 'Ada Lovelace', phone: '+37255512399', earlier_phone: '+37255512377' }],
      saved_views: [{ name: 'moonlight' }],
      webhooks: [{ url: 'https://moonlight.example/hook' }],
      support_tickets: [{ subject: 'About moonlight' }],
      sessions: [{ kind: 'full' }],
      monthly_vat_invoices: [{ gross_amount: '1.24' }],
      staff_actions: [{ command: 'accounts data', arguments: { account } }],
    },
    not_repeated: { cdrs: expect.stringContaining('exports') },
  });
  for (const notes of ['anna', 'A request of the person', folder]) expect(text).not.toContain(notes);
});

test('contains no secret, and no hash or sealed text that the database has', async () => {
  await writeData('D-2', 'secrets.json');
  const text = await readFile(path.join(folder, 'secrets.json'), 'utf8');
  const columns = await portal.superuser.system.query<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ '(hash|sealed|secret)'
      and table_name in (select table_name from information_schema.columns where column_name = 'account_id')`);
  expect(columns.length).toBeGreaterThan(10);
  for (const { column } of columns) expect(text).not.toContain(`"${column}"`);
  const { sealed, hash } = await portal.superuser.system.one<{ sealed: string; hash: string }>(sql`
    select account_token_sealed as sealed, password_hash as hash from accounts where account_id = ${account}`);
  for (const secret of [...secrets, sealed, hash]) expect(text).not.toContain(secret);
});

test('refuses a file that exists, and repeats an action whose file is gone', async () => {
  await writeFile(path.join(folder, 'taken.json'), 'mine');
  const refused = await writeData('D-3', 'taken.json');
  expect(refused).toMatchObject({
    code: 1,
    stderr: `${path.join(folder, 'taken.json')} exists: name a new file.\n`,
  });
  expect(await readFile(path.join(folder, 'taken.json'), 'utf8')).toBe('mine');
  await rm(path.join(folder, 'taken.json'));
  await writeData('D-3', 'taken.json');
  await rm(path.join(folder, 'taken.json'));
  expect((await writeData('D-3', 'taken.json')).stdout).toContain('was done before, nothing was changed');
  expect(existsSync(path.join(folder, 'taken.json'))).toBe(true);
});

test('refuses a folder that does not exist before the hand-out is recorded', async () => {
  const refusal = { code: 1, stdout: '', stderr: `${path.join(folder, 'none')} does not exist.\n` };
  expect(await writeData('D-4', 'none/ada.json')).toEqual(refusal);
  expect(await writeData('D-4', 'none/ada.json', '--dry-run')).toEqual(refusal);
  expect(await writeData('D-4', 'corrected.json')).toMatchObject({ code: 0, stderr: '' });
});

test('leaves no part of a file that cannot be written, and writes it when the command is repeated', async () => {
  const log = ['--log', 'limited.log'];
  const before = await readdir(folder);
  const failed = await writeLimited('D-5', 'limited.json', ...log);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('limited.json cannot be written (EFBIG');
  expect((await readdir(folder)).sort()).toEqual([...before, 'limited.log'].sort());
  expect(await writeData('D-5', 'limited.json', ...log)).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(await readFile(path.join(folder, 'limited.json'), 'utf8'))).toMatchObject({
    account_id: account,
  });
});
