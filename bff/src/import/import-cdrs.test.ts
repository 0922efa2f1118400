import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { samplePrices } from '../modules/rates/rates.fixtures.ts';
import { insertPriceList } from '../modules/rates/rates.repository.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { type TestCustomer, testPortal } from '../testing/test-portal.ts';
import { faults, masterFile, masterLine } from './asterisk.fixtures.ts';
import { importDefaults, pricedServices } from './import.fixtures.ts';
import { type CallImportOptions, importCdrs } from './import-cdrs.ts';

const portal = testPortal();
const service = pricedServices(portal);
const sample = path.join(__dirname, 'fixtures/asterisk-sample.csv');
let folder: string;
let customer: TestCustomer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cdr-import-'));
  customer = await portal.customer();
});
afterAll(() => rm(folder, { recursive: true }));

async function imported(
  serviceId: string,
  more: Partial<Omit<CallImportOptions, 'files'>> & { file?: string } = {},
) {
  const listed: string[] = [];
  const { file = sample, ...others } = more;
  const summary = await importCdrs(portal.database, {
    ...importDefaults,
    ...{ files: [file], serviceId, timezone: 'Europe/Tallinn' },
    onFault: ({ line }, reason) => listed.push(`${line}: ${reason}`),
    ...others,
  });
  return { ...summary, listed };
}

const rows = (serviceId: string) =>
  portal.database.system.query<Record<string, unknown>>(
    sql`select * from cdrs where service_id = ${serviceId} order by started, cdr_id`,
  );
const balance = async (serviceId: string) =>
  (
    await portal.database.system.first<{ balance: string }>(
      sql`select balance from services where service_id = ${serviceId}`,
    )
  )?.balance;

test('imports the sample once and skips it the second time', async () => {
  const id = await service();
  expect(await imported(id)).toMatchObject({
    read: 36,
    imported: 36,
    alreadyThere: 0,
    faulty: 0,
    unrated: 1,
  });
  const cost = (await rows(id)).reduce((sum, { price }) => sum + Number(price), 0);
  expect(Number(await balance(id))).toBeCloseTo(100 - cost, 5);
  expect(await imported(id)).toMatchObject({ read: 36, imported: 0, alreadyThere: 36, cost: '0.000000' });
  expect(Number(await balance(id))).toBeCloseTo(100 - cost, 5);
  expect(await rows(id)).toHaveLength(36);
});

test('refuses to import calls that would cost nothing, because there are no prices', async () => {
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  await expect(imported(service_id)).rejects.toThrow('has no prices in eur: its calls would cost nothing');
  expect(await rows(service_id)).toEqual([]);
});

test('lists calls from before the first prices as faults, and imports them when there are some', async () => {
  const list = { price_list_id: 'pl_late', title: 'Late', currency: 'eur' };
  await insertPriceList(portal.database.system, list, samplePrices, '2026-10-24T00:00:00Z');
  const id = await service();
  await portal.database.system.run(
    sql`update services set price_list_id = 'pl_late' where service_id = ${id}`,
  );
  const first = await imported(id);
  expect(first.faulty).toBeGreaterThan(0);
  expect(first.listed[0]).toMatch(/^1: the price list has no prices for 2026-10-23T05:58:12/);
  await insertPriceList(portal.database.system, list, samplePrices, '2026-01-01T00:00:00Z');
  expect(await imported(id)).toMatchObject({ imported: first.faulty, faulty: 0 });
});

test('charges the calls of a batch in one entry, and each call names its batch', async () => {
  const id = await service();
  await imported(id);
  await imported(id);
  const batches = await portal.database.system.query<Record<string, unknown>>(sql`
    select b.records, b.cost, b.cost = (select -amount from postings p join ledger_accounts l using (ledger_account_id)
        where p.entry_id = b.entry_id and l.service_id = b.service_id) as is_charged
    from usage_batches b where service_id = ${id}`);
  const { records, cost } = await portal.database.system.one<{ records: number; cost: string }>(sql`
    select count(*)::int as records, sum(price) as cost from cdrs
    where service_id = ${id} and batch_id = (select batch_id from usage_batches where service_id = ${id})`);
  expect(records).toBe(36);
  expect(batches).toEqual([{ records, cost, is_charged: true }]);
});

test('converts lines to calls with times, numbers and prices', async () => {
  const id = await service();
  await imported(id);
  const [first, , national, busy] = await rows(id);
  expect(first).toMatchObject({
    started: '2026-10-23T05:58:12Z',
    answered: '2026-10-23T05:58:21Z',
    ended: '2026-10-23T05:59:28Z',
    number_from: '+3726001200',
    number_to: '+493023125101',
    number_from_name: 'Reception',
    country: 'de',
    country_from: 'ee',
    destination: 'Germany Berlin',
    result: 'answered',
    duration_seconds: 67,
    ring_seconds: 9,
    billed_seconds: 67,
    // 67 s at 0.0098 per minute
    price: '0.010943',
    rated: true,
  });
  expect(national).toMatchObject({ number_to: '+37255500123', destination: 'Estonia mobile' });
  expect(busy).toMatchObject({ result: 'busy', answered: null, duration_seconds: 0, price: '0.000000' });
});

test('distinguishes calls in the repeated hour', async () => {
  const id = await service();
  await imported(id);
  const started = (await rows(id))
    .map((row) => String(row.started))
    .filter((text) => text.startsWith('2026-10-2') && text > '2026-10-24T20');
  expect(started.slice(0, 5)).toEqual([
    '2026-10-24T23:40:00Z',
    '2026-10-25T00:25:00Z',
    '2026-10-25T00:55:00Z',
    '2026-10-25T01:25:00Z',
    '2026-10-25T02:01:00Z',
  ]);
});

test('imports valid lines and reports each faulty one', async () => {
  const id = await service();
  const file = path.join(folder, 'thousand.csv');
  await writeFile(file, masterFile(1000, 10));
  const first = await imported(id, { file, timezone: 'UTC' });
  expect(first).toMatchObject({ read: 1000, imported: 990, faulty: 10, alreadyThere: 0 });
  expect(first.listed).toEqual([
    '100: expected 18 or 21 columns, found 16; switch on loguniqueid and loguserfield in cdr.conf',
    '200: expected 18 or 21 columns, found 19',
    '300: start is not a date and time: "2026-13-45 14:03:23"',
    '400: duration is not a number of seconds: "soon"',
    '500: uniqueid is missing',
    '600: unknown disposition "TELEPORTED"',
    '700: the quotes do not match',
    '800: billsec (99) exceeds duration (1)',
    '900: the call ends (2020-01-01 00:00:00) before it starts (2026-09-02 06:13:23)',
    '1000: expected 18 or 21 columns, found 1',
  ]);
  expect(first.listed).toHaveLength(faults.length);
  expect(await imported(id, { file, timezone: 'UTC' })).toMatchObject({
    imported: 0,
    alreadyThere: 990,
    faulty: 10,
  });
});

test('imports calls whose texts contain control characters, and lists faults without them', async () => {
  const lines = (await readFile(sample, 'utf8')).trimEnd().split('\n');
  const file = path.join(folder, 'controls.csv');
  const [first = '', second = '', ...others] = lines;
  const spoiled = [
    first.replace('"', '"\0\u009b'),
    second.replace(/ANSWERED|NO ANSWER|BUSY|FAILED/, '\u001b[2J'),
  ];
  await writeFile(file, [...spoiled, ...others, ''].join('\n'));
  const { imported: added, faulty, listed } = await imported(await service(), { file });
  expect(added).toBe(lines.length - 1);
  expect([faulty, listed.length]).toEqual([1, 1]);
  expect(listed[0]).toContain('[2J');
  expect(listed[0]).not.toMatch(/\p{Cc}/u);
});

test('imports the calls of callers whose names contain line separators', async () => {
  const file = path.join(folder, 'separators.csv');
  const startMs = Date.parse('2026-11-02T08:00:00Z');
  const names = ['Evil\u2028Name', 'Evil\u2029Name', 'Evil\rName'];
  const lines = names.map((name, index) =>
    masterLine({
      clid: `"${name}" <1>`,
      startMs: startMs + index * 60_000,
      talkSeconds: 30,
      sequence: index,
    }),
  );
  await writeFile(file, `${lines.join('\n')}\n`);
  expect(await imported(await service(), { file, timezone: 'UTC' })).toMatchObject({
    read: 3,
    imported: 3,
    unrated: 0,
  });
});

test('counts answered calls to odd numbers as unrated, and internal ones as free', async () => {
  const file = path.join(folder, 'odd.csv');
  const startMs = Date.parse('2026-11-02T08:00:00Z');
  const odd = [
    '4930231251019999',
    '49302312510X',
    '+0123456789',
    '+37205123456',
    '00#4915112345678',
    '9,4915112345678',
    '４９１５１１２３４５６７８',
  ];
  const internal = ['101', '*97', 's', '600120'];
  const lines = [...odd, ...internal].map((dst, index) =>
    masterLine({ dst, startMs: startMs + index * 60_000, talkSeconds: 600, sequence: index }),
  );
  await writeFile(file, `${lines.join('\n')}\n`);
  const summary = await imported(await service(), { file, timezone: 'UTC' });
  expect(summary).toMatchObject({
    imported: odd.length + internal.length,
    faulty: 0,
    unrated: odd.length,
    cost: '0.000000',
  });
});

test('writes nothing in a dry run and reports what it would import', async () => {
  const id = await service();
  const summary = await imported(id, { isDryRun: true });
  expect(summary).toMatchObject({ imported: 36, alreadyThere: 0 });
  expect(Number(summary.cost)).toBeGreaterThan(0);
  expect(summary).toMatchObject({ first: '2026-10-23T05:58:12.000Z', timezone: 'Europe/Tallinn' });
  expect(Date.parse(summary.last)).toBeGreaterThan(Date.parse('2026-10-25T02:01:00Z'));
  expect(await rows(id)).toHaveLength(0);
  expect(await balance(id)).toBe('100.000000');
});

test('counts a repeated call once in a dry run, over batches', async () => {
  const id = await service();
  const file = path.join(folder, 'twice.csv');
  const lines = masterFile(1100, 0);
  await writeFile(file, lines + lines);
  const dry = await imported(id, { file, timezone: 'UTC', isDryRun: true });
  expect(dry).toMatchObject({ read: 2200, imported: 1100, alreadyThere: 1100 });
  expect(await imported(id, { file, timezone: 'UTC' })).toEqual(dry);
});

test('adds nothing for the same file in another time zone and questions the zone', async () => {
  const id = await service();
  await imported(id);
  expect(await imported(id, { timezone: 'UTC' })).toMatchObject({
    imported: 0,
    alreadyThere: 35,
    faulty: 1,
    farFromUniqueId: 35,
  });
});

test('refuses calls that end more than five minutes from now, and asks for the time zone', async () => {
  const file = path.join(folder, 'ahead.csv');
  const call = (id: string, started: string) => `${id},${started},60,+3726001200,+493023125101`;
  const header = 'call_id,started,duration_seconds,number_from,number_to';
  const calls = [call('a', '2026-11-02 12:04:00'), call('b', '2026-11-02 12:04:01')];
  await writeFile(file, [header, ...calls, ''].join('\n'));
  const now = new Date('2026-11-02T12:00:00Z');
  const at = (timezone: string) => ({ file, format: 'csv', now, timezone, isDryRun: true }) as const;
  const id = await service();
  expect(await imported(id, at('UTC'))).toMatchObject({
    imported: 1,
    listed: [
      '3: end 2026-11-02T12:05:01.000Z is in the future: is --timezone right, and the clock of the system that wrote it?',
    ],
  });
  expect(await imported(id, at('America/New_York'))).toMatchObject({ imported: 0, faulty: 2 });
  expect(await imported(id, at('Europe/Tallinn'))).toMatchObject({ imported: 2, faulty: 0 });
});

test('refuses another call with the id, start and number of one that is there, and counts it', async () => {
  const id = await service();
  const file = path.join(folder, 'conflicts.csv');
  const rejects = path.join(folder, 'conflicts.rejects');
  const call = (seconds: number) => `dup,2026-11-02T10:00:00Z,${seconds},+3726001200,+493023125101`;
  const header = 'call_id,started,duration_seconds,number_from,number_to';
  await writeFile(file, [header, call(60), call(6000), call(60), ''].join('\n'));
  const options = { file, format: 'csv' } as const;
  const counts = { read: 3, faulty: 1, conflicting: 1 };
  const listed = ['3: a record with its id is already there: duration_seconds 60, here 6000'];
  expect(await imported(id, { ...options, isDryRun: true })).toMatchObject({
    ...counts,
    imported: 1,
    listed,
  });
  expect(await imported(id, { ...options, rejects })).toMatchObject({
    ...counts,
    imported: 1,
    alreadyThere: 1,
    listed,
  });
  expect(await readFile(rejects, 'utf8')).toBe(`${header}\n${call(6000)}\n`);
  expect(await readFile(`${rejects}.reasons`, 'utf8')).toBe(
    `${file}:3: a record with its id is already there: duration_seconds 60, here 6000\n`,
  );
  // Neither another price nor a number with the trunk prefix that earlier imports have stored makes another call.
  await portal.database.system.run(sql`
    update cdrs set price = price * 2, rate_initial = rate_initial * 2, number_to = '+49' || '0' || substr(number_to, 4)
    where service_id = ${id}`);
  expect(await imported(id, options)).toMatchObject({ ...counts, imported: 0, alreadyThere: 2, listed });
});

test('refuses a CSV file with two columns of a name that it needs', async () => {
  const id = await service();
  const file = path.join(folder, 'columns.csv');
  await writeFile(file, 'call_id,started,duration_seconds,number_from,number_to,Number_To\n');
  await expect(imported(id, { file, format: 'csv' })).rejects.toThrow('more than one column "number_to"');
});

test('accepts blank lines, a byte order mark and Windows line ends', async () => {
  const id = await service();
  const file = path.join(folder, 'windows.csv');
  await writeFile(file, `\uFEFF${masterFile(3, 0).replaceAll('\n', '\r\n\r\n')}`);
  expect(await imported(id, { file, timezone: 'UTC' })).toMatchObject({ read: 3, imported: 3, faulty: 0 });
});

test.each([
  ['active', '2026-01-01', null, 'inbound'],
  ['active', '2999-01-01', null, 'outbound'],
  ['pending', '2026-01-01', null, 'outbound'],
  ['pending_removal', '2026-01-01', '2999-01-01', 'inbound'],
  ['expired', '2026-01-01', '2026-06-30', 'outbound'],
  ['ported_out', '2026-01-01', null, 'outbound'],
])(
  'imports calls to a rented number that is %s since %s until %s as %s',
  async (status, since, until, direction) => {
    const id = await service();
    const { account_id } = (await portal.database.system.first<{ account_id: string }>(
      sql`select account_id from services where service_id = ${id}`,
    ))!;
    await portal.database.system.run(sql`
    insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, monthly_price, currency, rented_at, expires_at)
    values (${account_id}, 'num_1', ${id}, '+3726001200', 'ee', 'local', '{voice_in}', ${status}, 3, 'eur', ${since}, ${until})`);
    await imported(id);
    const calls = (await rows(id)).filter(({ number_to }) => number_to === '+3726001200');
    expect(calls).toMatchObject([
      { number_from: '+4930231250', number_from_name: 'Müller, "Fritz"', direction, rated: true },
    ]);
    expect(Number(calls[0]?.['price']) > 0).toBe(direction === 'outbound');
  },
);

test('refuses a file whose lines end with CR only', async () => {
  const file = path.join(folder, 'old-macintosh.csv');
  await writeFile(file, (await readFile(sample, 'utf8')).replaceAll(/\r?\n/g, '\r'));
  await expect(imported(await service(), { file })).rejects.toThrow('Save it with LF or CRLF as line ends.');
});

test('refuses a service that does not exist or has no calls', async () => {
  const messaging = await givenService(portal.database, customer.account.account_id, { type: 'messaging' });
  await expect(imported('svc_vo_nobody')).rejects.toThrow('There is no service svc_vo_nobody.');
  await expect(imported(messaging.service_id)).rejects.toThrow('it has no calls');
});
