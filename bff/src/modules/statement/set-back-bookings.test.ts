import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import pino from 'pino';
import { rawSql, sql } from '../../database/sql.ts';
import { jobs } from '../../modules.ts';
import { believeClock } from '../../queue/clock-guard.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { sampleCredit } from '../ledger/ledger.fixtures.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal();
const url = '/v1/finances/statement';
const now = DateTime.utc();
const inAYear = now.plus({ days: 366 });
let messages: Record<string, unknown>[];

beforeEach(async () => {
  messages = [];
  await portal.database.asBackground((tx) => believeClock(tx, now.toISO()));
});
afterEach(() => portal.database.system.run(sql`delete from clock_watch`));

/** Runs the look for future stamps, as every process does each minute. */
async function look() {
  const log = pino({ level: 'warn' }, { write: (line: string) => void messages.push(JSON.parse(line)) });
  const context = { ...portal.context, log };
  await jobs
    .flatMap((jobsOf) => jobsOf(context))
    .find(({ name }) => name === 'future-stamps')
    ?.run({});
}

async function givenOwner() {
  const client = await portal.customer({ timezone: 'Europe/Tallinn' });
  const { account_id } = client.account;
  const { service_id } = await givenService(portal.database, account_id);
  const owner = { account_id, service_id };
  const post = (amount: string) =>
    portal.database.asBackground((tx) => postEntry(tx, sampleCredit(owner, amount)));
  /** Posts while the clock is wrong. */
  const postAt = (moment: DateTime, amount: string) =>
    portal.superuser.asBackground(async (tx) => {
      await tx.run(sql`select set_config('portal.booked_at', ${moment.toISO()}, true)`);
      await postEntry(tx, sampleCredit(owner, amount));
    });
  const statement = async (from: DateTime, to: DateTime) => {
    const days = { start_date: from.toISODate() ?? '', end_date: to.toISODate() ?? '' };
    const { body } = await client.get(`${url}?${new URLSearchParams({ ...days, order: 'line' })}`);
    const lines = body.items.map(({ balance_after }: { balance_after: string }) => balance_after);
    return { closing: body.closing_balance, lines };
  };
  return { owner, post, postAt, statement };
}

const untilTomorrow = [now.minus({ days: 2 }), now.plus({ days: 1 })] as const;
const nextYear = [inAYear.minus({ days: 2 }), inAYear.plus({ days: 2 })] as const;

async function problemsOf(service_id: string) {
  const { problems } = await auditLedger(portal.database);
  return problems.filter(({ subject, rule }) => subject.startsWith(service_id) && rule.includes('statement'));
}

test('what was booked while the clock was ahead, and since then, is on the statement of today', async () => {
  const { owner, post, postAt, statement } = await givenOwner();
  await post('10');
  await postAt(inAYear, '5');
  await post('2');
  expect(await statement(...untilTomorrow)).toEqual({ closing: '10.00', lines: ['10.00'] });
  expect(await problemsOf(owner.service_id)).toHaveLength(2);
  await look();
  expect(messages).toMatchObject([{ level: 40, table: 'postings', rows: 2 }]);
  const expected = { closing: '17.00', lines: ['10.00', '15.00', '17.00'] };
  expect(await statement(...untilTomorrow)).toEqual(expected);
  expect(await statement(...nextYear)).toEqual({ closing: '17.00', lines: [] });
  await post('1');
  await look();
  expect(messages).toHaveLength(1);
  expect((await statement(...untilTomorrow)).lines).toEqual([...expected.lines, '18.00']);
  expect(await problemsOf(owner.service_id)).toEqual([]);
  const kept = await portal.database.system.query(sql`
    select clock_time from postings where clock_time = ${inAYear.toISO()}::timestamptz`);
  expect(kept).toHaveLength(2);
});

test('a service whose every line lies in the future has them today', async () => {
  const { owner, postAt, statement } = await givenOwner();
  await postAt(inAYear, '5');
  await look();
  expect(await statement(...untilTomorrow)).toEqual({ closing: '5.00', lines: ['5.00'] });
  expect(await problemsOf(owner.service_id)).toEqual([]);
});

test('an entry that is posted while lines are set back keeps its place', async () => {
  const { owner, post, postAt, statement } = await givenOwner();
  await postAt(inAYear, '5');
  await portal.database.asBackground(async (tx) => {
    await postEntry(tx, sampleCredit(owner, '2'));
    await look();
  });
  await post('1');
  await look();
  expect(await statement(...untilTomorrow)).toEqual({ closing: '8.00', lines: ['5.00', '7.00', '8.00'] });
  expect(await problemsOf(owner.service_id)).toEqual([]);
});

test('a clock that is behind changes no line; the log says so until it is corrected or confirmed', async () => {
  const { post, postAt, statement } = await givenOwner();
  await post('1');
  // The portal has lived through this time, so the clock that says now is behind.
  await portal.database.asBackground((tx) => believeClock(tx, inAYear.plus({ minutes: 1 }).toISO()));
  await postAt(inAYear, '5');
  await look();
  expect(messages).toEqual([
    expect.objectContaining({ level: 50, msg: expect.stringContaining('confirm-clock') }),
  ]);
  expect((await statement(...nextYear)).lines).toEqual(['6.00']);
  await portal.database.asBackground((tx) => believeClock(tx, now.toISO()));
  await look();
  expect((await statement(...untilTomorrow)).lines).toEqual(['1.00', '6.00']);
});

test.each([
  ['the amount', 'amount = amount + 1'],
  ['the balance', 'balance_after = balance_after + 1'],
  ['an order of lines', 'line = line + 1'],
  ['a time without what the clock said', 'booked_at = now()'],
  ['another future time', "booked_at = booked_at - interval '1 day', clock_time = booked_at"],
  ['only what the clock said', 'clock_time = booked_at'],
])('not even the owner gives a line of the future %s', async (_, change) => {
  const { postAt } = await givenOwner();
  await postAt(inAYear, '5');
  const update = rawSql(`update postings set ${change} where booked_at > now() + interval '1 day'`);
  await expect(portal.superuser.system.run(update)).rejects.toThrow('append-only');
  await expect(portal.database.system.run(update)).rejects.toThrow('permission denied');
});

test('a line that was booked at a right time does not change, whatever the clock said', async () => {
  const { post } = await givenOwner();
  await post('5');
  const update = sql`update postings set booked_at = now() - interval '1 day', clock_time = booked_at`;
  await expect(portal.superuser.system.run(update)).rejects.toThrow('append-only');
});
