import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { applyReports } from '../modules/delivery-reports/apply-reports.ts';
import { auditLedger } from '../modules/ledger/audit.ts';
import { insertMessagePrices } from '../modules/rates/message-prices.repository.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { auditSums } from '../modules/traffic/sums/audit-sums.ts';
import { testPortal } from '../testing/test-portal.ts';
import { importDefaults } from './import.fixtures.ts';
import { importMessages, undoMessages } from './import-messages.ts';
import type { ImportOptions } from './import-records.ts';

const portal = testPortal();
const prices = [
  { country: 'de', mcc: '262', mnc: '01', operator: 'Telekom', unit_price: '0.0745' },
  { country: 'ee', mcc: null, mnc: null, operator: null, unit_price: '0.039' },
];
const header =
  'message_id,created,sender,recipient,country,mcc,mnc,status,sent,delivered,parts,encoding,characters,direction';
const lines = [
  'a-1,2026-11-20 10:00:00,DALAT,+49 (0)151 12345678,,262,01,DELIVRD,2026-11-20 10:00:01,2026-11-20 10:00:04,2,ucs2,92,',
  'a-2,2026-11-20T10:01:00Z,DALAT,+37255512345,ee,,,2,,,1,gsm7,20,outbound',
  'a-3,1763632920,DALAT,55512345,EE,,,queued,,,1,gsm7,20,',
  'a-4,2026-11-20 10:03:00,+37255512345,+3726001200,ee,,,received,,,1,gsm7,4,inbound',
  'a-5,2026-11-20 10:03:00,DALAT,+33612345678,fr,,,delivered,,,1,gsm7,4,',
  'a-6,2026-11-20 10:03:00,DALAT,+37255512345,ee,,,constructor,,,1,gsm7,4,',
  'a-7,2026-11-20 10:03:00,DALAT,+37255512345,ee,,,received,,,1,gsm7,4,',
  'a-8,2026-11-20 10:03:00,DALAT,+37255512345,ee,,,sent,,,0,gsm7,4,',
];
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'import-messages-'));
  file = path.join(folder, 'messages.csv');
  await writeFile(file, `\uFEFF${[header, ...lines].join('\r\n')}\r\n`);
  await insertMessagePrices(
    portal.database.system,
    { price_list_id: 'pl_sms', title: 'SMS', currency: 'eur' },
    prices,
  );
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => expect((await auditLedger(portal.database)).problems).toEqual([]));

async function service(priceList: string | null = 'pl_sms') {
  const { account } = await portal.customer();
  const { account_id } = account;
  const { service_id } = await givenService(portal.database, account_id, {
    type: 'messaging',
    balance: '10',
  });
  const { system } = portal.database;
  await system.run(sql`update services set price_list_id = ${priceList} where service_id = ${service_id}`);
  await system.run(sql`update accounts set country = 'ee' where account_id = ${account_id}`);
  return service_id;
}

async function imported(serviceId: string, more: Partial<ImportOptions> = {}) {
  const faults: string[] = [];
  const { format: _format, ...defaults } = importDefaults;
  const summary = await importMessages(portal.database, {
    ...defaults,
    ...{ files: [file], serviceId, timezone: 'Europe/Tallinn', now: new Date('2026-11-24T00:00:00Z') },
    onFault: ({ line }, reason) => faults.push(`${line}: ${reason}`),
    ...more,
  });
  return { ...summary, faults };
}

const rows = (serviceId: string) =>
  portal.database.system.query<Record<string, unknown>>(
    sql`select * from messages where service_id = ${serviceId} order by provider_id`,
  );

test('imports messages with the prices of their networks and countries, once, and lists the others', async () => {
  const id = await service();
  const { faults, ...summary } = await imported(id);
  expect(summary).toMatchObject({ read: 8, imported: 4, alreadyThere: 0, faulty: 4, cost: '0.188000' });
  expect(faults).toEqual([
    '6: the price list has no price for fr at 2026-11-20T08:03:00.000Z',
    '7: unknown status "constructor"',
    '8: an outbound message cannot be received',
    '9: parts is less than 1',
  ]);
  expect(await rows(id)).toMatchObject([
    {
      ...{
        provider_id: 'a-1',
        recipient: '+4915112345678',
        country: 'de',
        status: 'delivered',
        price: '0.149000',
        unit_price: '0.074500',
        parts: 2,
      },
      ...{ created: '2026-11-20T08:00:00Z', latency_ms: 3000, validity_until: '2026-11-22T08:00:00Z' },
    },
    {
      provider_id: 'a-2',
      created: '2026-11-20T10:01:00Z',
      status: 'delivered',
      price: '0.039000',
      latency_ms: null,
    },
    { provider_id: 'a-3', recipient: '+37255512345', country: 'ee', status: 'queued', price: '0.000000' },
    { provider_id: 'a-4', direction: 'inbound', status: 'received', price: '0.000000', validity_until: null },
  ]);
  const { balance } = await portal.database.system.one<{ balance: string }>(
    sql`select balance from services where service_id = ${id}`,
  );
  expect(balance).toBe('9.812000');
  expect(await imported(id)).toMatchObject({
    read: 8,
    imported: 0,
    alreadyThere: 4,
    faulty: 4,
    cost: '0.000000',
  });
});

test.each([
  ['mnc "1"', '262,1'],
  ['mnc "0001"', '262,0001'],
  ['mcc "26"', '26,01'],
  ['mcc "abc"', 'abc,01'],
])('refuses %s, which would have the price of another network', async (network, codes) => {
  const id = await service();
  const wrong = path.join(folder, 'network.csv');
  await writeFile(
    wrong,
    `${header}\nn-1,2026-11-20 10:00:00,DALAT,+4915112345678,ee,${codes},sent,,,1,gsm7,4,\n`,
  );
  const [field, value] = network.split(' ');
  const example = field === 'mcc' ? '262' : '01';
  expect(await imported(id, { files: [wrong] })).toMatchObject({
    ...{ imported: 0, faulty: 1 },
    faults: [`2: ${field} is no code such as ${example}: ${value}`],
  });
});

test('refuses another message with the id of one that is there, whatever its status and price have become', async () => {
  const id = await service();
  const other = path.join(folder, 'other.csv');
  const message = (status: string, parts: number) =>
    `c-1,2026-11-20 10:00:00,DALAT,+37255512345,ee,,,${status},,,${parts},gsm7,4,`;
  await writeFile(
    other,
    [header, message('queued', 1), message('delivered', 1), message('sent', 9), ''].join('\n'),
  );
  expect(await imported(id, { files: [other] })).toMatchObject({
    ...{ imported: 1, alreadyThere: 1, faulty: 1, conflicting: 1 },
    faults: ['4: a record with its id is already there: parts 1, here 9'],
  });
});

test('refuses more parts than an SMS can have', async () => {
  const id = await service();
  const long = path.join(folder, 'long.csv');
  const message = (parts: number) =>
    `l-${parts},2026-11-20 10:00:00,DALAT,+37255512345,ee,,,sent,,,${parts},gsm7,39000,`;
  await writeFile(long, [header, message(255), message(256), ''].join('\n'));
  expect(await imported(id, { files: [long] })).toMatchObject({
    ...{ imported: 1, faulty: 1 },
    faults: ['3: parts is more than 255'],
  });
});

test('refuses a recipient that a spreadsheet has changed', async () => {
  const id = await service();
  const changed = path.join(folder, 'changed.csv');
  const message = (recipient: string) =>
    `s-${recipient},2026-11-20 10:00:00,DALAT,${recipient},ee,,,sent,,,1,gsm7,20,`;
  await writeFile(changed, [header, message('3725551234.0'), message('372.555.1234'), ''].join('\n'));
  expect(await imported(id, { files: [changed] })).toMatchObject({
    ...{ imported: 1, faulty: 1 },
    faults: [
      '2: recipient was changed by a spreadsheet: "3725551234.0"; export it again with the column as text',
    ],
  });
});

test('refuses a text that does not fit into the indexes, and imports the others', async () => {
  const id = await service();
  const other = path.join(folder, 'long.csv');
  const message = (name: string, sender: string) =>
    `${name},2026-11-20 10:00:00,${sender},+37255512345,ee,,,sent,,,1,gsm7,4,`;
  const [long, longest] = ['x'.repeat(6_000), 'y'.repeat(255)];
  await writeFile(
    other,
    [header, message(long, 'DALAT'), message('e-2', long), message('e-3', longest), ''].join('\n'),
  );
  expect(await imported(id, { files: [other] })).toMatchObject({
    ...{ imported: 1, faulty: 2 },
    faults: ['2: message_id is longer than 255 characters', '3: sender is longer than 255 characters'],
  });
});

test('shows what strangers have written without marks that a terminal obeys', async () => {
  const id = await service();
  const other = path.join(folder, 'marks.csv');
  const message = (recipient: string, status: string) =>
    `f-1,2026-11-20 10:00:00,DALAT,${recipient},ee,,,${status},,,1,gsm7,4,`;
  await writeFile(
    other,
    [
      header,
      message('+37255512345', 'st\u202eab'),
      message('+37255512345', 'sent'),
      message('a\u202eb\u200bX', 'sent'),
      '',
    ].join('\n'),
  );
  expect((await imported(id, { files: [other] })).faults).toEqual([
    '2: unknown status "st?ab"',
    '4: a record with its id is already there: recipient +37255512345, here a?b?X',
  ]);
});

test('charges a message id once, and refuses it with another time, in the same file, a later one and one of its own', async () => {
  const id = await service();
  const other = path.join(folder, 'months.csv');
  const message = (name: string, created: string) =>
    `${name},${created},DALAT,+37255512345,ee,,,sent,,,1,gsm7,4,`;
  const write = (...given: string[]) => writeFile(other, [header, ...given, ''].join('\n'));
  const refused =
    /^\d: a record with its id is already there: created 2026-11-20T08:00:00.000Z, here 2026-0?\d+-\d\dT08:00:00.000Z$/;
  const counts = { imported: 0, alreadyThere: 0, faulty: 1, conflicting: 1 };
  await write(message('d-1', '2026-11-20 10:00:00'), message('d-1', '2026-11-22 10:00:00'));
  const options = { files: [other] };
  expect(await imported(id, { ...options, isDryRun: true })).toMatchObject({ ...counts, imported: 1 });
  expect(await imported(id, options)).toMatchObject({
    ...counts,
    imported: 1,
    faults: [expect.stringMatching(refused)],
  });
  for (const created of ['2026-11-22 10:00:00', '2026-07-20 11:00:00']) {
    await write(message('d-1', created));
    const faults = [expect.stringMatching(refused)];
    expect(await imported(id, options)).toMatchObject({ ...counts, faults });
  }
  // The zones of the world are 26 hours apart.
  await write(message('d-1', '2026-11-21 10:00:00'));
  expect(await imported(id, options)).toMatchObject({ imported: 0, alreadyThere: 1, faulty: 0 });
  // Retention has deleted the message.
  await portal.database.system.run(sql`update messages set message_id = 'msg_past' where service_id = ${id}`);
  await write(message('d-1', '2026-11-23 10:00:00'));
  expect(await imported(id, options)).toMatchObject({ imported: 1, cost: '0.039000' });
});

test('an undo removes messages, whatever became of them, and gives back what they cost then', async () => {
  const id = await service();
  const { faults: _faults, cost } = await imported(id);
  const at = '2026-11-20T10:00:04Z';
  const reports = [{ provider_id: 'a-3', service_id: id, status: 'delivered', at } as const];
  await portal.database.asBackground((tx) => applyReports(tx, 'R-1', reports));
  const { format: _format, ...defaults } = importDefaults;
  const options = { ...defaults, files: [file], serviceId: id, timezone: 'Europe/Tallinn' };
  const expected = { read: 8, removed: 4, notThere: 1, faulty: 3 };
  const summary = await undoMessages(portal.database, options);
  expect(summary).toMatchObject(expected);
  expect(Number(summary.cost)).toBeGreaterThan(Number(cost));
  expect(await rows(id)).toEqual([]);
  const { balance } = await portal.database.system.one<{ balance: string }>(
    sql`select balance from services where service_id = ${id}`,
  );
  expect(balance).toBe('10.000000');
  expect((await auditSums(portal.database)).differences).toEqual([]);
  expect(await imported(id)).toMatchObject({ imported: 4, cost });
});

test('skips messages with impossible times, and measures no latency of weeks', async () => {
  const id = await service();
  const odd = path.join(folder, 'times.csv');
  const sent = (id: string, sent: string, delivered = '2026-11-20 10:00:00') =>
    `${id},2026-10-20 10:00:00,DALAT,+37255512345,ee,,,delivered,${sent},${delivered},1,gsm7,4,`;
  await writeFile(
    odd,
    [
      header,
      sent('b-1', '1970-01-01T00:00:00Z'),
      sent('b-2', '2026-02-30T10:00:00Z'),
      sent('b-3', '2026-10-20T24:00:00Z'),
      sent('b-4', '2026-10-20 10:00:01', '2999-01-01 00:00:00'),
      sent('b-5', '2026-10-20 10:00:01'),
      '',
    ].join('\n'),
  );
  const { faults, ...summary } = await imported(id, { files: [odd] });
  expect(summary).toMatchObject({ read: 5, imported: 1, faulty: 4 });
  expect(faults).toMatchObject([
    expect.stringContaining('older than'),
    expect.stringContaining('not a date and time'),
    expect.stringContaining('not a date and time'),
    expect.stringContaining('in the future'),
  ]);
  expect(await rows(id)).toMatchObject([{ provider_id: 'b-5', latency_ms: null }]);
});

test('refuses services that have no messages or no prices for them', async () => {
  await expect(imported(await service(null))).rejects.toThrow('its messages would cost nothing');
  const { account } = await portal.customer();
  const { service_id } = await givenService(portal.database, account.account_id);
  await expect(imported(service_id)).rejects.toThrow('it has no messages');
});

test('blank lines before the header are no records, and the header is none', async () => {
  const blank = path.join(folder, 'blank.csv');
  await writeFile(blank, `\n\n${[header, lines[1]].join('\n')}\n`);
  expect(await imported(await service(), { files: [blank] })).toMatchObject({
    read: 1,
    imported: 1,
    faults: [],
  });
});

test('refuses a first line whose quotes do not match, and a pipe, which cannot be read twice', async () => {
  const serviceId = await service();
  const odd = path.join(folder, 'odd.csv');
  await writeFile(odd, `message_id,cre"ated\n${lines[0]}\n`);
  const importing = (name: string) => imported(serviceId, { files: [name] });
  await expect(importing(odd)).rejects.toThrow('The first line names no columns: the quotes do not match.');
  const pipe = path.join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  await expect(importing(pipe)).rejects.toThrow(`${pipe} is no regular file.`);
});
