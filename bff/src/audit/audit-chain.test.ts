import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { createLog } from '../log.ts';
import { commandEnv } from '../testing/command-env.ts';
import { testPassword, testPortal } from '../testing/test-portal.ts';
import { createAuditChain } from './audit-chain.ts';
import { listHeads, saveHead } from './chain-heads.repository.ts';
import { storeHeads } from './store-heads.ts';
import { verifyLog } from './verify-log.ts';

const key = Buffer.alloc(32, 7);
const lines: string[] = [];
const chain = createAuditChain(key);
const log = createLog('info', { to: { write: (line) => lines.push(line) }, chain });
const portal = testPortal({ LOG_LEVEL: 'info' }, { log });

/** A log of five records between other lines, and the head of its chain. */
function sampleLog(count = 5) {
  const own = createAuditChain(key);
  const written: string[] = [];
  const writer = createLog('info', { to: { write: (line) => written.push(line.trimEnd()) }, chain: own });
  for (let number = 1; number <= count; number += 1) {
    writer.info({ path: `/v1/${number}","msg":"security"}` }, 'request completed');
    writer.warn({ event: 'login_refused', account_id: `acc_${number}` }, 'security');
  }
  const head = own.head();
  if (head === undefined) throw new Error('nothing was written');
  return { lines: written, head };
}

const verify = (text: readonly string[], heads: Parameters<typeof verifyLog>[1]['heads'] = []) =>
  verifyLog(text, { keys: [key], heads });

test('seals every record of the security log and no other line', async () => {
  lines.length = 0;
  const { email } = await portal.account();
  const credentials = { email, password: testPassword };
  await portal.visitor().post('/v1/users/login', { email, password: 'Wrong-1!x' });
  await portal.visitor().post('/v1/users/login', credentials, { 'user-agent': '","msg":"security"}\r\n{' });
  const records = lines.map((line) => JSON.parse(line));
  const events = records.filter(({ msg }) => msg === 'security').map(({ event }) => event);
  expect(events).toEqual(['login_refused', 'login']);
  const sealed = records.filter((record) => 'chain_mac' in record);
  expect(sealed.map(({ event, chain_record }) => [event, chain_record])).toEqual([
    ['login_refused', 1],
    ['login', 2],
  ]);
  const read = lines.map((line) => line.trimEnd());
  expect(await verify(read)).toEqual({ records: 2, chains: 1, problems: [], misfits: [] });
});

test('accepts the logs of several processes in one file', async () => {
  const [one, other] = [sampleLog(3), sampleLog(4)];
  const mixed = one.lines
    .flatMap((line, index) => [line, other.lines[index] ?? ''])
    .concat(other.lines.slice(6));
  const result = await verify(mixed, [one.head, other.head]);
  expect(result).toEqual({ records: 7, chains: 2, problems: [], misfits: [] });
});

type Change = (lines: string[]) => string[];
/** The lines of records are those with odd indexes. */
const changes: [what: string, Change, problem: RegExp][] = [
  [
    'a changed word',
    (all) => all.with(5, (all[5] ?? '').replace('acc_3', 'acc_9')),
    /record 3 .* was changed/,
  ],
  ['a changed time', (all) => all.with(5, (all[5] ?? '').replace(/"time":"2/, '"time":"1')), /was changed/],
  ['a changed level', (all) => all.with(5, (all[5] ?? '').replace('warn', 'info')), /was changed/],
  ['a removed record', (all) => all.toSpliced(5, 1), /records 3 to 3 .* are missing/],
  ['a removed beginning', (all) => all.slice(4), /records 1 to 2 .* are missing/],
  ['a removed end', (all) => all.slice(0, 7), /Records 4 to 5 .* are missing at its end/],
  ['a log without records', (all) => all.filter((_, index) => index % 2 === 0), /Chain .* is missing/],
  ['a repeated record', (all) => all.toSpliced(6, 0, all[5] ?? ''), /record 3 .* repeated or was moved/],
  ['two exchanged records', (all) => all.with(3, all[5] ?? '').with(5, all[3] ?? ''), /missing|moved/],
  [
    'a record without its seal',
    (all) => all.with(5, (all[5] ?? '').replace(/,"chain":.*\}/, '}')),
    /without a valid/,
  ],
  [
    'a record with the seal of another',
    (all) =>
      all.with(
        5,
        (all[5] ?? '').replace(/"chain_mac":".*"/, /"chain_mac":".*"/.exec(all[3] ?? '')?.[0] ?? ''),
      ),
    /was changed/,
  ],
];

test.each(changes)('reports %s', async (_what, change, problem) => {
  const { lines: written, head } = sampleLog();
  expect(await verify(written, [head])).toMatchObject({ records: 5, problems: [] });
  const { problems } = await verify(change(written), [head]);
  expect(problems.join('\n')).toMatch(problem);
});

test('reports a chain that was written again with another key', async () => {
  const { lines: written, head } = sampleLog();
  const other = createAuditChain(Buffer.alloc(32, 8));
  const forged = written.map((line) => other.seal(`${line.replace(/,"chain":.*\}$/, '}')}\n`).trimEnd());
  expect((await verify(forged, [head])).problems.length).toBeGreaterThan(5);
});

test('accepts a log without the beginning of a chain that began before the verified days', async () => {
  const { lines: written, head } = sampleLog();
  expect(await verify(written.slice(6), [{ ...head, isPartial: true }])).toMatchObject({ problems: [] });
  const { problems } = await verify(written.slice(6).toSpliced(1, 1), [{ ...head, isPartial: true }]);
  expect(problems).toEqual([]);
  const cut = await verify(written.slice(4).toSpliced(3, 1), [{ ...head, isPartial: true }]);
  expect(cut.problems.join()).toMatch(/records 4 to 4 .* are missing/);
});

test('stores the head of the chain, and never an earlier one', async () => {
  const own = createAuditChain(key);
  const { database } = portal;
  const stop = storeHeads(own, { database, log });
  own.seal('{"event":"login","msg":"security"}\n');
  await stop();
  const first = own.head();
  own.seal('{"event":"logout","msg":"security"}\n');
  await storeHeads(own, { database, log })();
  if (first !== undefined) await saveHead(database.system, first);
  const ofChain = (await listHeads(database.system, null)).filter(({ chain }) => chain === first?.chain);
  expect(ofChain).toEqual([{ ...own.head(), isPartial: false }]);
  const later = await listHeads(database.system, '2999-01-01');
  expect(later).toEqual([]);
});

test('hides the heads from customers', async () => {
  const { account_id } = await portal.account();
  const read = portal.database.withAccount(account_id, (tx) => tx.query(sql`select from audit_chains`));
  await expect(read).rejects.toThrow(/permission denied/);
});

test('verifies records of an earlier SECRETS_KEY', async () => {
  const { lines: written } = sampleLog();
  const newKey = Buffer.alloc(32, 8);
  expect((await verifyLog(written, { keys: [newKey, key], heads: [] })).problems).toEqual([]);
  expect((await verifyLog(written, { keys: [newKey], heads: [] })).problems).toHaveLength(5);
});

test('names the chains without a record that fits, not those with a changed record', async () => {
  const [own, changed] = [sampleLog(), sampleLog()];
  const damaged = changed.lines.with(5, (changed.lines[5] ?? '').replace('acc_3', 'acc_9'));
  const all = [...own.lines, ...damaged];
  expect((await verify(all)).misfits).toEqual([]);
  const withOther = await verifyLog(all, { keys: [Buffer.alloc(32, 8)], heads: [] });
  expect(withOther.misfits).toEqual([own.head.chain, changed.head.chain]);
  const partial = { heads: [{ ...own.head, isPartial: true }], keys: [key] };
  expect((await verifyLog(own.lines.slice(-1), partial)).misfits).toEqual([]);
});

test('the command advises another key when no record fits', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-audit-'));
  const run = async (secretsKey: Buffer) => {
    const file = path.join(folder, 'portal.log');
    const own = createAuditChain(portal.context.secrets.deriveKeys('audit log')[0]);
    await writeFile(file, own.seal('{"event":"login","msg":"security"}\n'));
    const env = { ...(await commandEnv(portal, folder)), SECRETS_KEY: secretsKey.toString('base64') };
    const program = path.join(__dirname, 'audit-verify.ts');
    return spawnSync(process.execPath, [program, '--offline', file], { env, encoding: 'utf8' });
  };
  try {
    expect(await run(Buffer.alloc(32, 1))).toMatchObject({ status: 0, stderr: '' });
    const { status, stderr } = await run(Buffer.alloc(32, 2));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /No record fits the keys in chain aud_.{12}\. .* name that one in SECRETS_KEY_PREVIOUS/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
