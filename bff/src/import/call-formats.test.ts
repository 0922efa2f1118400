import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { testPortal } from '../testing/test-portal.ts';
import { freeswitchFormat } from './call-formats/freeswitch.ts';
import { importDefaults, pricedServices } from './import.fixtures.ts';
import { type CallImportOptions, importCdrs } from './import-cdrs.ts';

const portal = testPortal();
const pricedService = pricedServices(portal);
const fixture = (name: string) => path.join(__dirname, 'fixtures', name);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'call-formats-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function service(country = 'ee') {
  const service_id = await pricedService();
  await portal.database.system.run(sql`
    update accounts a set country = ${country} from services s where s.account_id = a.account_id and service_id = ${service_id}`);
  return service_id;
}

async function imported(serviceId: string, files: string[], more: Partial<CallImportOptions> = {}) {
  const faults: string[] = [];
  const summary = await importCdrs(portal.database, {
    ...importDefaults,
    ...{ files, serviceId },
    onFault: ({ line }, reason) => faults.push(`${line}: ${reason}`),
    ...more,
  });
  const calls = await portal.database.system.query<Record<string, unknown>>(
    sql`select * from cdrs where service_id = ${serviceId} order by started, cdr_id`,
  );
  return { ...summary, faults, calls };
}

test('imports the public records of an Asterisk, whose counts were made by hand', async () => {
  const { calls, ...summary } = await imported(await service('us'), [fixture('public-asterisk.csv')], {
    now: new Date('2017-07-01T00:00:00Z'),
  });
  // 45 lines. The pseudonyms hide the channels: 8 lines have the id, start and number of an earlier one, 7 of them another talk time.
  expect(summary).toMatchObject({ read: 45, imported: 37, alreadyThere: 1, faulty: 7, conflicting: 7 });
  expect(summary.farFromUniqueId).toBe(0);
  const count = (result: string) => calls.filter((call) => call.result === result).length;
  expect([count('answered'), count('no_answer'), count('busy')]).toEqual([23, 13, 1]);
  expect(calls.reduce((sum, call) => sum + Number(call.duration_seconds), 0)).toBe(7149);
  // 20 answered calls with talk, billed by six seconds at 0.0054 a minute; two more, of 792 and 54 s, went to area codes that cannot exist.
  expect(summary.cost).toBe('0.570780');
  const unrated = calls.filter((call) => !call.rated && Number(call.duration_seconds) > 0);
  expect(unrated.map((call) => call.number_to).sort()).toEqual(['+11089394916', '+11468466697']);
  expect(calls[1]).toMatchObject({
    ...{ number_from: '+19173750980', number_to: '+13344428436', number_from_name: 'Leanna Cuphus' },
    ...{ started: '2017-06-27T10:29:03Z', duration_seconds: 390, ring_seconds: 11, billed_seconds: 390 },
  });
});

test('imports public records of FreeSWITCH’s mod_cdr_csv', async () => {
  const options = {
    format: 'freeswitch',
    timezone: 'Asia/Seoul',
    now: new Date('2024-01-01T00:00:00Z'),
  } as const;
  const { calls, ...summary } = await imported(await service(), [fixture('public-freeswitch.csv')], options);
  expect(summary).toMatchObject({ read: 6, imported: 6, alreadyThere: 0, faulty: 0, cost: '0.000000' });
  expect(calls.map(({ duration_seconds, result }) => [duration_seconds, result])).toEqual(
    [8, 5, 7, 7, 6, 6].map((seconds) => [seconds, 'answered']),
  );
  expect(calls[0]).toMatchObject({
    ...{ call_id: 'eb1e406c-8871-4d69-9631-e7130f7ae390', started: '2023-10-10T14:24:01Z', ring_seconds: 2 },
    ...{ number_from_name: 'spypi', number_to: '*1001', q850_cause: 16, codec: 'PCMU', rated: true },
  });
});

test('imports a public document of FreeSWITCH’s mod_json_cdr', async () => {
  const { calls, ...summary } = await imported(await service(), [fixture('public-cdr.json')], {
    ...{ format: 'cdr-json', now: new Date('2018-02-01T00:00:00Z') },
  });
  expect(summary).toMatchObject({ read: 1, imported: 1, faulty: 0 });
  expect(calls[0]).toMatchObject({
    ...{ number_from: '1001', number_to: '1002', result: 'answered', duration_seconds: 68, pdd_ms: 60 },
    ...{
      started: '2018-01-11T10:25:44.534Z',
      answered: '2018-01-11T10:25:47.954Z',
      ended: '2018-01-11T10:26:55.494Z',
    },
    ...{ hangup_source: 'callee', codec: 'PCMU', mos: '4.5', q850_cause: 16 },
  });
});

test.each([
  ['NORMAL_CLEARING', true, 'answered'],
  ['ORIGINATOR_CANCEL', false, 'canceled'],
  ['USER_BUSY', false, 'busy'],
  ['NO_ANSWER', false, 'no_answer'],
  ['CALL_REJECTED', false, 'rejected'],
  ['UNALLOCATED_NUMBER', false, 'invalid_number'],
  ['RECOVERY_ON_TIMER_EXPIRE', false, 'congestion'],
  ['INCOMPATIBLE_DESTINATION', false, 'failed'],
])('a call of FreeSWITCH that ends with %s, answered %s, is %s', (cause, isAnswered, result) => {
  const answer = isAnswered ? '2026-11-02 10:00:05' : '';
  const line = (name: string) =>
    `"${name}","101","4930123456","default","2026-11-02 10:00:00","${answer}","2026-11-02 10:00:09","9","${isAnswered ? 4 : 0}","${cause}","u-1","","","PCMA","PCMA"`;
  const { read } = freeswitchFormat('UTC');
  expect(read(line('Ann')).result).toBe(result);
  expect(read(line('Ann')).talkSeconds).toBe(isAnswered ? 4 : 0);
  // FreeSWITCH does not double quotes.
  expect(read(line('An"n, x')).number_from_name).toBe('An"n, x');
});

test.each([
  ['name', '"An","n","101","4930123456"'],
  ['called number', '"Ann","101","4915112345678","102"'],
])('a line of FreeSWITCH whose columns are moved by quotes in the %s is refused', (_, parties) => {
  const line = `${parties},"default","2026-11-02 10:00:00","2026-11-02 10:00:05","2026-11-02 10:00:09","9","4","NORMAL_CLEARING","u-1","","","PCMA","PCMA"`;
  expect(() => freeswitchFormat('UTC').read(line)).toThrow('expected 15 columns, found 16; a name or number');
});

test.each(['freeswitch', 'cdr-json'] as const)(
  'refuses a call whose UUID another day has: %s',
  async (format) => {
    const id = await service();
    const files = [path.join(folder, `uuid-${format}`)];
    const now = new Date('2018-02-01T00:00:00Z');
    const line = (day: string) =>
      `"","1001","493023125101","default","2017-12-${day} 10:00:00","","2017-12-${day} 10:00:05","5","0","USER_BUSY","uuid-1","","","",""\n`;
    const document = JSON.parse(await readFile(fixture('public-cdr.json'), 'utf8'));
    const moved = (text: string, days: number) =>
      text.replaceAll(
        /"(\d{10})(\d{6})?"/g,
        (_, seconds, rest = '') => `"${Number(seconds) - days * 86_400}${rest}"`,
      );
    const written = (days: number) =>
      format === 'freeswitch' ? line(`${20 - days}`) : moved(JSON.stringify(document), days);
    await writeFile(files[0]!, written(0));
    expect(await imported(id, files, { format, now })).toMatchObject({ imported: 1, faulty: 0 });
    await writeFile(files[0]!, written(3));
    const again = await imported(id, files, { format, now });
    expect(again).toMatchObject({ imported: 0, faulty: 1, conflicting: 1 });
    expect(again.faults[0]).toContain('a record with its id is already there: started ');
  },
);

test('reads documents of one and several lines, of several files, and lists those that are none', async () => {
  const document = JSON.parse(await readFile(fixture('public-cdr.json'), 'utf8'));
  const copy = (uuid: string, more: object = {}) => ({
    ...document,
    variables: { ...document.variables, uuid, ...more },
  });
  const second = { ...copy('4', { originator: '3' }), channel_data: { direction: 'outbound' } };
  const encoded = copy('3', {
    sip_hangup_phrase: 'Not%20here%00',
    answer_uepoch: '0',
    answer_epoch: '0',
    billsec: '0',
    hangup_cause: 'USER_BUSY',
  });
  const files = ['1.json', '2.json'].map((name) => path.join(folder, name));
  await writeFile(
    files[0]!,
    `${JSON.stringify(copy('1'), null, 2)}\n${JSON.stringify(copy('2'))}\n{\n  "variables": {\n`,
  );
  await writeFile(files[1]!, `${JSON.stringify(encoded)}\n${JSON.stringify(second)}\n[]`);
  const { calls, faults, ...summary } = await imported(await service(), files, {
    ...{ format: 'cdr-json', now: new Date('2018-02-01T00:00:00Z') },
  });
  expect(summary).toMatchObject({ read: 6, imported: 3, faulty: 3 });
  expect(faults.map((fault) => fault.replace(/^\d+: /, ''))).toEqual([
    'it is no JSON document',
    'it is the second leg of the call 3',
    'it is no document of mod_json_cdr',
  ]);
  expect(calls.filter(({ result }) => result === 'busy')).toMatchObject([
    { sip_reason: 'Not here', answered: null, duration_seconds: 0, price: '0.000000' },
  ]);
});

test.each([
  [{ end_uepoch: '99999999999999999' }, 'the call is longer than a week'],
  [{ progress_uepoch: '99999999999999999' }, 'the call has progressed after its end'],
  [
    { answer_uepoch: '0', answer_epoch: '0', hangup_cause: 'USER_BUSY' },
    '68 seconds of talk contradict the result busy',
  ],
  [{ billsec: '9999999' }, '9999999 seconds of talk exceed the call'],
  [{ sip_call_id: 'x'.repeat(300) }, 'a number, call id or codec is longer than 255 characters'],
])('skips a document with the impossible value %j and imports the others', async (impossible, fault) => {
  const document = JSON.parse(await readFile(fixture('public-cdr.json'), 'utf8'));
  const documents = [impossible, {}].map((values, index) =>
    JSON.stringify({ ...document, variables: { ...document.variables, uuid: `${index}`, ...values } }),
  );
  const file = path.join(folder, 'impossible.json');
  await writeFile(file, documents.join('\n'));
  const { faults, ...summary } = await imported(await service(), [file], {
    ...{ format: 'cdr-json', now: new Date('2018-02-01T00:00:00Z') },
  });
  expect(summary).toMatchObject({ read: 2, imported: 1, faulty: 1 });
  expect(faults).toEqual([`1: ${fault}`]);
});

test('reads CSV whose columns have other names, and refuses a file without the columns it needs', async () => {
  const file = path.join(folder, 'carrier.csv');
  const lines = [
    'Call Date;Ref;From;To;Secs;Status',
    '2026-11-02 10:00:00;r1;+3726001200;0049 30 123456;67;ANSWERED',
    '2026-11-02T10:05:00+02:00;r2;+3726001200;+493012345;0;486',
    '1793613600;r3;+3726001200;+493012345;0;NO_ROUTE_DESTINATION',
    '2026-11-02 10:00:00;r4;+3726001200;+493012345;1;constructor',
    'short;r5',
    '2026-11-02 10:00:00;r6;+3726001200;+493012345;600;no_answer',
    '2026-11-02 10:00:00;r7;+3726001200;+493012345;9999;487',
    '2026-11-02 10:00:00;r8;+3726001200;+493012345;60;BUSY',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const columns = {
    ...{ call_id: 'Ref', started: 'Call Date', number_from: 'From', number_to: 'To' },
    ...{ duration_seconds: 'Secs', result: 'Status' },
  };
  const csv = { delimiter: ';', columns };
  const options = { format: 'csv', timezone: 'Europe/Tallinn', csv } as const;
  const { calls, faults, ...summary } = await imported(await service(), [file], options);
  expect(summary).toMatchObject({ read: 8, imported: 3, faulty: 5 });
  expect(faults).toEqual([
    '5: unknown result "constructor"',
    '6: expected 6 columns, found 2',
    '7: 600 seconds of talk contradict the result no_answer',
    '8: 9999 seconds of talk contradict the result canceled',
    '9: 60 seconds of talk contradict the result busy',
  ]);
  expect(calls.map(({ started, result, price }) => [started, result, price])).toEqual([
    ['2026-11-02T08:00:00Z', 'answered', '0.010943'],
    ['2026-11-02T08:05:00Z', 'busy', '0.000000'],
    ['2026-11-02T10:00:00Z', 'invalid_number', '0.000000'],
  ]);
  const without = { ...options, csv: { delimiter: ';', columns: { ...columns, started: 'Start' } } };
  await expect(imported(await service(), [file], without)).rejects.toThrow(
    'The file has no column "Start" for started.',
  );
  const unknown = { ...options, csv: { delimiter: ';', columns: { colour: 'Ref' } } };
  await expect(imported(await service(), [file], unknown)).rejects.toThrow('There is no field colour.');
});

test('lets no call be answered before it starts or after it ends, except for what clocks are rounded by', async () => {
  const file = path.join(folder, 'answers.csv');
  const call = (id: string, times: string, seconds: number) =>
    `${id},${times},${seconds},+3726001200,+493012345`;
  const lines = [
    'call_id,started,answered,ended,duration_seconds,number_from,number_to',
    call('rounded', '2026-11-02 10:00:00.900,2026-11-02 10:00:00,2026-11-02 10:01:00', 60),
    call('computed', '2026-11-02 10:00:00,,2026-11-02 10:01:00', 61),
    call('late', '2026-11-02 10:00:00,2026-11-02 10:00:01,2026-11-02 10:00:00.500', 1),
    call('before', '2026-11-02 10:00:00,2026-11-02 09:59:58,2026-11-02 10:01:00', 60),
    call('after', '2026-11-02 10:00:00,2099-11-02 10:00:00,2026-11-02 10:01:00', 60),
    call('never', '2026-11-02 10:00:00,0001-01-01 00:00:00,2026-11-02 10:01:00', 60),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const options = { format: 'csv', timezone: 'UTC' } as const;
  const { calls, faults } = await imported(await service(), [file], options);
  expect(
    calls.map(({ call_id, ring_seconds, started, answered }) => [
      call_id,
      ring_seconds,
      started === answered,
    ]),
  ).toEqual([
    ['computed', 0, true],
    ['late', 1, false],
    ['rounded', 0, true],
  ]);
  const fault = 'the answer is not between start and end';
  expect(faults).toEqual([`5: ${fault}`, `6: ${fault}`, `7: ${fault}`]);
});
