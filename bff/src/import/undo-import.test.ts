import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { identifier, sql } from '../database/sql.ts';
import { auditLedger } from '../modules/ledger/audit.ts';
import { closeMonths } from '../modules/monthly-vat-invoices/close-months.ts';
import { closingFixtures } from '../modules/monthly-vat-invoices/closing.fixtures.ts';
import { auditSums } from '../modules/traffic/sums/audit-sums.ts';
import { commandEnv } from '../testing/command-env.ts';
import { testPortal } from '../testing/test-portal.ts';
import { queued } from '../testing/waiting-transactions.ts';
import { masterFile } from './asterisk.fixtures.ts';
import { importDefaults, pricedServices } from './import.fixtures.ts';
import { type CallImportOptions, importCdrs, undoCdrs } from './import-cdrs.ts';

const portal = testPortal();
const service = pricedServices(portal);
const { givenOpenService } = closingFixtures(portal);
const sample = path.join(import.meta.dirname, 'fixtures/asterisk-sample.csv');
/** Two parts. */
const lines = 12_000;
let folder: string;
let large: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'undo-import-'));
  large = path.join(folder, 'Master.csv');
  await writeFile(large, masterFile(lines, 10, { startMs: Date.UTC(2026, 5, 1) }));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  expect((await auditLedger(portal.database)).problems).toEqual([]);
  expect((await auditSums(portal.database)).differences).toEqual([]);
});

type Options = Partial<CallImportOptions>;

const given = (serviceId: string, more: Options) => ({
  ...importDefaults,
  ...{ files: [sample], serviceId, timezone: 'Europe/Tallinn' },
  ...more,
});
const imported = (serviceId: string, more: Options = {}) =>
  importCdrs(portal.database, given(serviceId, more));
const undone = (serviceId: string, more: Options = {}) => undoCdrs(portal.database, given(serviceId, more));

const sums = ['usage_by_time', 'usage_by_line', 'calls_by_quarter', 'calls_by_hour', 'calls_by_kind'];

/** The calls of a service with their prices, what they add up to, and the balance. */
async function stateOf(serviceId: string) {
  const { system } = portal.database;
  const without = sql`- 'account_id' - 'service_id' - 'batch_id'`;
  const rows = async (table: string) => {
    const found = await system.query<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(r) ${without} as row from ${identifier(table)} r where service_id = ${serviceId}
      order by to_jsonb(r) ${without}`);
    return found.map(({ row }) => row);
  };
  const isNothing = (row: Record<string, unknown>) => row['cost'] === 0 && (row['calls'] ?? 0) === 0;
  const added = await Promise.all(
    sums.map(async (table) => (await rows(table)).filter((row) => !isNothing(row))),
  );
  const { balance } = await system.one<{ balance: string }>(
    sql`select balance from services where service_id = ${serviceId}`,
  );
  return { balance, calls: await rows('cdrs'), added };
}

const useList = (serviceId: string) =>
  portal.database.system.run(
    sql`update services set price_list_id = 'pl_test' where service_id = ${serviceId}`,
  );

test('gives back what an import has cost and leaves nothing of it, after a dry run that changes nothing', async () => {
  const id = await service();
  const empty = await stateOf(id);
  const { cost, first, last } = await imported(id);
  const before = await stateOf(id);
  const expected = { read: 36, removed: 36, notThere: 0, faulty: 0, cost, first, last };
  expect(await undone(id, { isDryRun: true })).toMatchObject(expected);
  expect(await stateOf(id)).toEqual(before);
  expect(await undone(id)).toMatchObject(expected);
  const after = await stateOf(id);
  expect({ ...after, added: [] }).toEqual({ ...empty, added: [] });
  expect(after.balance).toBe('100.000000');
  expect(await undone(id)).toMatchObject({ removed: 0, notThere: 36, cost: '0.000000' });
  const adjustments = await portal.database.system.query<Record<string, unknown>>(sql`
    select p.amount, actor from postings p join ledger_accounts using (ledger_account_id) join journal_entries e using (entry_id)
    where service_id = ${id} and e.kind = 'adjustment'`);
  expect(adjustments).toEqual([{ amount: cost, actor: 'import' }]);
});

test('the command removes what the command with the same arguments has imported', async () => {
  const program = path.join(import.meta.dirname, 'cdr-import.ts');
  const args = [program, '--service', await service(), '--timezone', 'Europe/Tallinn', sample];
  const env = await commandEnv(portal, folder);
  const run = async (...more: string[]) =>
    (await promisify(execFile)(process.execPath, [...args, ...more], { env })).stdout;
  const [, cost] = /Deducted from the balance: (\S+)\n/.exec(await run()) ?? [];
  expect(await run('--undo', '--dry-run')).toMatch(/^Dry run, nothing was removed: 36 read, 36 to remove, /);
  const undoing = await run('--undo');
  expect(undoing).toMatch(/^36 read, 36 removed, 0 not there, 0 faulty /);
  expect(undoing).toContain(`Given back to the balance: ${cost}\nFirst record 2026-10-23 08:58:12 +03:00`);
});

test('an import, its undo and the right import are the right import alone', async () => {
  const [id, right] = [await service(), await service()];
  await imported(id, { timezone: 'America/New_York' });
  await undone(id, { timezone: 'America/New_York' });
  expect(await imported(id)).toMatchObject({ imported: 36, alreadyThere: 0 });
  await imported(right);
  expect(await stateOf(id)).toEqual(await stateOf(right));
});

test('the same calls are charged once for each import that was not undone', async () => {
  const id = await service();
  const { cost } = await imported(id);
  const once = await stateOf(id);
  for (const _again of [1, 2]) {
    await undone(id);
    expect(await imported(id)).toMatchObject({ imported: 36, cost });
    expect(await imported(id)).toMatchObject({ imported: 0 });
    expect(await stateOf(id)).toEqual(once);
  }
});

test('leaves calls with another time, and lists them', async () => {
  const id = await service();
  await imported(id);
  const before = await stateOf(id);
  const listed: string[] = [];
  const onFault: CallImportOptions['onFault'] = ({ line }, reason) => listed.push(`${line}: ${reason}`);
  expect(await undone(id, { timezone: 'Europe/Berlin', onFault })).toMatchObject({
    removed: 0,
    faulty: 36,
    different: 35,
  });
  expect(listed).toContain(
    '1: it was imported otherwise: started 2026-10-23T05:58:12.000Z, here 2026-10-23T06:58:12.000Z',
  );
  expect(await stateOf(id)).toEqual(before);
});

test('removes a part of the calls that were charged together, a repeated one once', async () => {
  const id = await service();
  const { cost } = await imported(id);
  const file = path.join(folder, 'part.csv');
  const some = (await readFile(sample, 'utf8')).split('\n').slice(0, 10).join('\n');
  await writeFile(file, `${some}\n${some}\n`);
  const part = await undone(id, { files: [file], isDryRun: true });
  expect(part).toMatchObject({ read: 20, removed: 10, notThere: 10 });
  expect(Number(part.cost)).toBeGreaterThan(0);
  expect(Number(part.cost)).toBeLessThan(Number(cost));
  expect(await undone(id, { files: [file] })).toEqual(part);
  expect(await imported(id)).toMatchObject({ imported: 10, alreadyThere: 26, cost: part.cost });
});

test('counts a repeated call once in a dry run, over parts', async () => {
  const id = await service();
  const options = { files: [large, large], timezone: 'UTC' };
  await imported(id, options);
  const dry = await undone(id, { ...options, isDryRun: true });
  expect(dry).toMatchObject({ read: 2 * lines, removed: lines - 10, notThere: lines - 10, faulty: 20 });
  expect(await undone(id, options)).toEqual(dry);
});

test('gives back what calls cost now, whatever the price list has since', async () => {
  const id = await service();
  await imported(id);
  await portal.database.system.run(sql`update services set price_list_id = null where service_id = ${id}`);
  expect(await undone(id)).toMatchObject({ removed: 36 });
  expect((await stateOf(id)).balance).toBe('100.000000');
});

test('an undo that was killed continues behind what it has removed, with exact counts and amounts', async () => {
  const id = await service();
  const options = { files: [large], timezone: 'UTC' };
  const { cost } = await imported(id, options);
  const killed = new Error('killed');
  const dies = undone(id, {
    ...options,
    onProgress: () => {
      throw killed;
    },
  });
  await expect(dies).rejects.toBe(killed);
  const { calls } = await stateOf(id);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.length).toBeLessThan(lines - 10);
  const { resumedAfter, ...counts } = await undone(id, options);
  expect(resumedAfter).toBeGreaterThan(0);
  expect(counts).toMatchObject({ read: lines, removed: lines - 10, notThere: 0, faulty: 10, cost });
  expect(await stateOf(id)).toMatchObject({ balance: '100.000000', calls: [] });
  expect(await portal.database.system.query(sql`select from import_progress`)).toEqual([]);
});

test('an import and an undo that were killed begin again after one another', async () => {
  const id = await service();
  const options = { files: [large], timezone: 'UTC' };
  const onProgress = () => {
    throw new Error('killed');
  };
  await expect(imported(id, { ...options, onProgress })).rejects.toThrow('killed');
  await expect(undone(id, { ...options, onProgress })).rejects.toThrow('killed');
  expect(await imported(id, options)).toMatchObject({ resumedAfter: 0, imported: lines - 10 });
  expect(await undone(id, options)).toMatchObject({ resumedAfter: 0, removed: lines - 10 });
  expect(await stateOf(id)).toMatchObject({ balance: '100.000000', calls: [] });
});

test('an import ends when an undo removes calls beside it, and adds all of them when it is repeated', async () => {
  const id = await service();
  await imported(id);
  const pipe = path.join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const begun = Promise.withResolvers<void>();
  const running = imported(id, { files: [pipe], onProgress: () => begun.resolve() });
  const refusal = expect(running).rejects.toThrow('An undo has removed records of this service');
  const writer = await open(pipe, 'w');
  const text = await readFile(large, 'utf8');
  // A pipe without further calls ends a part.
  const end = text.indexOf('\n', 10_000) + 1;
  await writer.write(text.slice(0, end));
  await begun.promise;
  expect(await undone(id)).toMatchObject({ removed: 36 });
  await writer.write(text.slice(end));
  await writer.close();
  await refusal;
  const repeated = await imported(id, { files: [large] });
  expect(repeated).toMatchObject({ resumedAfter: 0, read: lines });
  expect((await stateOf(id)).calls.length).toBe(lines - 10);
});

test('an undo ends when an import adds calls beside it', async () => {
  const id = await service();
  await imported(id, { files: [large] });
  let besides: Promise<unknown> | undefined;
  const onProgress = () => {
    besides ??= imported(id);
  };
  await expect(undone(id, { files: [large], onProgress })).rejects.toThrow('An import has added records');
  await besides;
  expect(await undone(id, { files: [large] })).toMatchObject({ resumedAfter: 0, read: lines });
  expect((await stateOf(id)).calls.length).toBe(36);
});

test('refuses calls that an invoice contains before it removes any', async () => {
  const { service_id } = await givenOpenService('usage');
  await useList(service_id);
  // Only the calls of the last part are on the invoice.
  const november = path.join(folder, 'november.csv');
  await writeFile(november, masterFile(lines, 0, { startMs: Date.UTC(2026, 10, 1) }));
  const files = [november, sample];
  await imported(service_id, { files });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  const before = await stateOf(service_id);
  for (const isDryRun of [true, false])
    await expect(undone(service_id, { files, isDryRun })).rejects.toThrow(
      /^Invoice \S+ contains some of these records\. Nothing was removed: correct the invoice by "billing -- credit-note"/,
    );
  expect(await stateOf(service_id)).toEqual(before);
});

test('refuses calls that an invoice contains which is issued meanwhile', async () => {
  const { service_id } = await givenOpenService('usage');
  await useList(service_id);
  await imported(service_id);
  await closeMonths(portal.context, { lastMonth: '2026-09' });
  const { calls } = await stateOf(service_id);
  const running: Promise<unknown>[] = [];
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`select from services where service_id = ${service_id} for no key update`);
    running.push(closeMonths(portal.context, { lastMonth: '2026-10' }));
    await queued(portal.database, 1);
    running.push(undone(service_id).catch((error: unknown) => error));
    await queued(portal.database, 2);
  });
  const [closed, refusal] = await Promise.all(running);
  expect(closed).toContainEqual(expect.objectContaining({ service_id, result: 'invoiced' }));
  expect(refusal).toMatchObject({ message: expect.stringContaining('Nothing was removed') });
  expect((await stateOf(service_id)).calls).toEqual(calls);
});

test('a month is closed without the calls that were removed before, or with the others of their batch', async () => {
  const [none, some] = [await givenOpenService('usage'), await givenOpenService('usage')];
  const file = path.join(folder, 'october.csv');
  const october = (await readFile(sample, 'utf8')).split('\n').slice(0, 10).join('\n');
  await writeFile(file, `${october}\n`);
  for (const { service_id } of [none, some]) {
    await useList(service_id);
    await imported(service_id);
  }
  await undone(none.service_id);
  await undone(some.service_id, { files: [file] });
  const closed = await closeMonths(portal.context, { lastMonth: '2026-10' });
  const resultOf = ({ service_id }: typeof none) =>
    closed.filter((each) => each.service_id === service_id).map(({ result }) => result);
  expect(resultOf(none)).not.toContain('invoiced');
  expect(resultOf(some)).toContain('invoiced');
  expect(await undone(some.service_id, { files: [file] })).toMatchObject({ removed: 0, notThere: 10 });
  await imported(none.service_id);
  await closeMonths(portal.context, { lastMonth: '2026-10' });
});

test('a month is closed when only calls of the next month are left of a batch', async () => {
  const { service_id } = await givenOpenService('usage');
  await useList(service_id);
  const [both, first] = ['both.csv', 'first.csv'].map((name) => path.join(folder, name));
  // The second one starts after midnight in Tallinn.
  const calls = masterFile(2, 0, { startMs: Date.UTC(2026, 9, 31, 21, 59) });
  await writeFile(both!, calls);
  await writeFile(first!, `${calls.split('\n')[0]}\n`);
  await imported(service_id, { files: [both!], timezone: 'UTC' });
  expect(await undone(service_id, { files: [first!], timezone: 'UTC' })).toMatchObject({ removed: 1 });
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  expect((await stateOf(service_id)).calls).toHaveLength(1);
});
