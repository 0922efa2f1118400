import { beforeEach, describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../../testing/test-portal.ts';
import { givenService } from '../../services/services.fixtures.ts';
import { givenCalls } from '../../traffic/cdr.fixtures.ts';
import { exportSchedulesJob } from './export-schedules.job.ts';
import { nextDay, periodBefore } from './schedule-days.ts';

const portal = testPortal();
const url = '/v1/accounts/export-schedules';
const timezone = 'Asia/Kathmandu';
let customer: TestCustomer;
let service_id: string;

beforeEach(async () => {
  customer = await portal.customer({ timezone, language: 'de' });
  service_id = (await givenService(portal.database, customer.account.account_id)).service_id;
});

const weekly = { kind: 'calls', format: 'csv', query: {}, frequency: 'weekly', weekday: 1 };
const monthly = { ...weekly, frequency: 'monthly', weekday: null };
const create = (schedule: object = weekly, by = customer) => by.post(url, { service_id, ...schedule });
const listed = async (by = customer) => (await by.get(url)).body.schedules;
const exported = async () => (await customer.get('/v1/accounts/exports')).body.exports;
const run = () => exportSchedulesJob(portal.context).run({});
const dueOn = (day: string) =>
  portal.superuser.system.run(sql`
    update export_schedules set next_date = ${day} where account_id = ${customer.account.account_id}`);
/** The job waits two hours for records that arrive late. */
const today = () => DateTime.now().setZone(timezone).minus({ hours: 2 });
const day = (moment: DateTime) => moment.toISODate() ?? '';

test.each([
  ['2026-11-26', { frequency: 'weekly', weekday: 1 }, '2026-11-30', '2026-11-23', '2026-11-29'],
  // On the day itself the next file is a week later.
  ['2026-11-30', { frequency: 'weekly', weekday: 1 }, '2026-12-07', '2026-11-30', '2026-12-06'],
  ['2026-11-30', { frequency: 'weekly', weekday: 7 }, '2026-12-06', '2026-11-29', '2026-12-05'],
  ['2026-12-31', { frequency: 'monthly', weekday: null }, '2027-01-01', '2026-12-01', '2026-12-31'],
  ['2028-02-29', { frequency: 'monthly', weekday: null }, '2028-03-01', '2028-02-01', '2028-02-29'],
] as const)('after %s, %j is next made on %s, of %s to %s', (from, rhythm, next, start_date, end_date) => {
  expect(nextDay(from, rhythm)).toBe(next);
  expect(periodBefore(next, rhythm)).toEqual({ start_date, end_date });
});

test('stores the filters without their period, and when the first file is made', async () => {
  const query = { country: 'de', start_date: '2026-11-01', end_date: '2026-11-07', number: '0151 162258' };
  const { status, body } = await create({ ...weekly, query });
  expect(status).toBe(201);
  const local = DateTime.now().setZone(timezone);
  expect(body.schedule).toMatchObject({
    schedule_id: expect.stringMatching(/^sch_[0-9a-f]{32}$/),
    query: { country: 'de', number: '151162258', order: '-started' },
    weekday: 1,
    next_date: nextDay(day(local), { frequency: 'weekly', weekday: 1 }),
  });
  expect((await create(monthly)).body.schedule).toMatchObject({
    weekday: null,
    next_date: day(local.startOf('month').plus({ months: 1 })),
  });
  expect(await listed()).toHaveLength(2);
});

test('a double click stores one, and an account has ten at most', async () => {
  await Promise.all([create(), create(), create()]);
  expect(await listed()).toHaveLength(1);
  const others = Array.from({ length: 10 }, (_, index) => ({
    ...weekly,
    query: { sip_code: `${400 + index}` },
  }));
  const responses = await Promise.all(others.map((one) => create(one)));
  const refused = responses.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => body)).toMatchObject([
    { code: 'too_many_schedules', params: { max: 10 } },
  ]);
});

test.each([
  [{ weekday: null }, 'validation_failed'],
  [{ weekday: 8 }, 'validation_failed'],
  [{ frequency: 'monthly' }, 'validation_failed'],
  [{ frequency: 'daily' }, 'validation_failed'],
  [{ query: { order: 'price' } }, 'order_invalid'],
  [{ query: { result: 'stolen' } }, 'filter_invalid'],
  [{ kind: 'messages' }, 'service_not_found'],
])('%j is refused with %s', async (changes, code) => {
  expect((await create({ ...weekly, ...changes })).body).toMatchObject({ code });
  expect(await listed()).toEqual([]);
});

describe('when its day comes', () => {
  test('the days before are exported and mailed, and the next file is due a week later', async () => {
    const owner = { account_id: customer.account.account_id, service_id };
    const midnight = today().startOf('day');
    const at = (moment: DateTime) => moment.toUTC().toISO() ?? '';
    await givenCalls(portal.database, owner, [
      { cdr_id: 'cdr_early', started: at(midnight.minus({ days: 7, seconds: 1 })) },
      { cdr_id: 'cdr_first', started: at(midnight.minus({ days: 7 })) },
      { cdr_id: 'cdr_last', started: at(midnight.minus({ seconds: 1 })) },
      { cdr_id: 'cdr_late', started: at(midnight) },
    ]);
    await create({ ...weekly, weekday: midnight.weekday });
    await dueOn(day(midnight));
    await run();
    const [mail] = await portal.mails();
    expect(mail).toMatchObject({ to: customer.account.email, subject: 'Ihr Export ist fertig' });
    const [made] = await exported();
    expect(made).toMatchObject({
      state: 'ready',
      rows: 2,
      start_date: day(midnight.minus({ days: 7 })),
      end_date: day(midnight.minus({ days: 1 })),
    });
    const file = await customer.get(`/v1/accounts/exports/${made.export_id}/file`);
    expect(file.body.match(/cdr_\w+/g)).toEqual(['cdr_last', 'cdr_first']);
    expect(await listed()).toMatchObject([{ next_date: day(midnight.plus({ days: 7 })) }]);
  });

  test('not before it has come in the account’s zone', async () => {
    await create();
    await dueOn(day(today().plus({ days: 1 })));
    await run();
    expect(await exported()).toEqual([]);
  });

  test('two processes make one file', async () => {
    await create({ ...weekly, weekday: today().weekday });
    await dueOn(day(today()));
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await exported()).toHaveLength(1);
  });

  test('each week of a downtime gets its file', async () => {
    await create({ ...weekly, weekday: today().weekday });
    await dueOn(day(today().minus({ weeks: 2 })));
    await run();
    await run();
    const starts = (await exported()).map(({ start_date }: { start_date: string }) => start_date);
    expect(starts.sort()).toEqual([3, 2, 1].map((weeks) => day(today().minus({ weeks }))));
    expect(await listed()).toMatchObject([{ next_date: day(today().plus({ weeks: 1 })) }]);
  });

  test('a week that was exported while the clock was ahead is exported again when the clock is right', async () => {
    await create({ ...weekly, weekday: today().weekday });
    await dueOn(day(today()));
    await run();
    const { account_id } = customer.account;
    await portal.superuser.system.run(sql`
      update exports set created = now() + interval '20 days' where account_id = ${account_id}`);
    await dueOn(day(today().plus({ weeks: 3 })));
    await run();
    await run();
    const starts = (await exported()).map(({ start_date }: { start_date: string }) => start_date);
    expect(starts).toEqual(Array(2).fill(day(today().minus({ weeks: 1 }))));
    expect(await listed()).toMatchObject([{ next_date: day(today().plus({ weeks: 1 })) }]);
  });

  test('a week that was exported hours too early is exported again on its day', async () => {
    const zone = 'Pacific/Pago_Pago';
    const { account_id } = customer.account;
    await portal.superuser.system.run(
      sql`update accounts set timezone = ${zone} where account_id = ${account_id}`,
    );
    const tomorrow = DateTime.now().setZone(zone).startOf('day').plus({ days: 1 });
    await create({ ...weekly, weekday: tomorrow.weekday });
    // The file of tomorrow is made today, by a clock that says tomorrow.
    await dueOn(day(DateTime.now().setZone(zone).minus({ days: 2 })));
    await run();
    await portal.superuser.system.run(sql`
      update exports set due_date = ${day(tomorrow)}, created = now() + interval '5 hours' where account_id = ${account_id}`);
    await dueOn(day(tomorrow.plus({ weeks: 1 })));
    await run();
    expect(await listed()).toMatchObject([{ next_date: day(tomorrow) }]);
    // When its day has come, nothing may show any more that the file was too early.
    const { count } = await portal.superuser.system.one<{ count: number }>(sql`
      select count(*) from exports where account_id = ${account_id} and schedule_id is not null`);
    expect(count).toBe(0);
  });

  test.each([1, 3])('a day that lies %d weeks ahead is set back to the next week', async (weeks) => {
    await create({ ...weekly, weekday: today().weekday });
    await dueOn(day(today().plus({ weeks })));
    await run();
    expect(await exported()).toEqual([]);
    expect(await listed()).toMatchObject([{ next_date: day(today().plus({ weeks: 1 })) }]);
  });

  test('a month that lies ahead is set back to the next month, unless the clock is behind', async () => {
    await create(monthly);
    const first = today().startOf('month');
    await dueOn(day(first.plus({ months: 3 })));
    const { account_id } = customer.account;
    await portal.superuser.system.run(sql`
      update export_schedules set created = now() + interval '1 year' where account_id = ${account_id}`);
    await run();
    expect(await listed()).toMatchObject([{ next_date: day(first.plus({ months: 3 })) }]);
    await portal.superuser.system.run(sql`
      update export_schedules set created = now() where account_id = ${account_id}`);
    await run();
    expect(await listed()).toMatchObject([{ next_date: day(first.plus({ months: 1 })) }]);
  });

  test('a closed account gets no file', async () => {
    await create({ ...weekly, weekday: today().weekday });
    await dueOn(day(today()));
    const { account_id } = customer.account;
    await portal.superuser.system.run(
      sql`update accounts set status = 'closed' where account_id = ${account_id}`,
    );
    await run();
    const { count } = await portal.superuser.system.one<{ count: number }>(
      sql`select count(*) from exports where account_id = ${account_id}`,
    );
    expect(count).toBe(0);
  });
});

test('is deleted once, and its files stay', async () => {
  const { schedule } = (await create({ ...weekly, weekday: today().weekday })).body;
  await dueOn(day(today()));
  await run();
  const remove = () => customer.send({ method: 'DELETE', url: `${url}/${schedule.schedule_id}` });
  expect((await remove()).body).toEqual({ success: true, schedule_id: schedule.schedule_id });
  expect((await remove()).status).toBe(404);
  await portal.queue.runWaiting();
  expect(await exported()).toMatchObject([{ state: 'ready' }]);
});

test('belongs to its account alone', async () => {
  const { schedule } = (await create()).body;
  const stranger = await portal.customer();
  expect(await listed(stranger)).toEqual([]);
  expect((await create(weekly, stranger)).body).toMatchObject({ code: 'service_not_found' });
  const removed = await stranger.send({ method: 'DELETE', url: `${url}/${schedule.schedule_id}` });
  expect(removed.status).toBe(404);
  expect(await listed()).toHaveLength(1);
});
