import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { believeClock } from '../../queue/clock-guard.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { futureStampsJob } from '../platform/future-stamps.job.ts';
import { json, refusal, startFakeRegister } from './fake-register.fixtures.ts';
import { dueTaxChecksJob, taxCheckJob } from './tax-check.job.ts';

const register = startFakeRegister();
const portal = testPortal(() => ({ VIES: 'vies', VIES_URL: register.url() }));
const profile = '/v1/accounts/profile';
const dayMs = 86_400_000;

let customer: TestCustomer;
const isOwn = () => sql`account_id = ${customer.account.account_id}`;
const change = (assignments: ReturnType<typeof sql>) =>
  portal.database.system.run(sql`update accounts set ${assignments} where ${isOwn()}`);

/** A German customer whose number was found valid 27 days ago. */
beforeEach(async () => {
  await portal.database.asBackground((tx) => believeClock(tx, new Date().toISOString()));
  register.respondWith(json({ valid: true }));
  customer = await portal.customer({ country: 'de', currency: 'eur', tax_number: null });
  await customer.put(profile, { tax_number: 'DE123456788' });
  await portal.mails();
  await change(sql`tax_checked_at = now() - interval '27 days', tax_check_due = now() + interval '3 days'`);
  await portal.database.system.run(sql`
    update tax_checks set checked_at = checked_at - interval '27 days' where ${isOwn()}`);
});
afterEach(() => portal.database.system.run(sql`delete from clock_watch`));

const read = async () => {
  const { body } = await customer.get(profile);
  const { due } = await portal.database.system.one<{ due: string }>(sql`
    select tax_check_due as due from accounts where ${isOwn()}`);
  return { status: body.tax_status, isExempt: body.reverse_charge, waitMs: Date.parse(due) - Date.now() };
};

/** The check falls due and runs while the clock is ahead. */
async function checkAhead(days: number): Promise<void> {
  await change(sql`tax_check_due = now()`);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + days * dayMs);
  await taxCheckJob(portal.context)
    .run({ account_id: customer.account.account_id })
    .finally(() => clock.mockRestore());
}

async function checkDue(): Promise<void> {
  await futureStampsJob(portal.context).run({});
  await dueTaxChecksJob(portal.context).run({});
  await portal.mails();
}

test.each([1, 20, 400])(
  'a check that failed while the clock was %s days ahead is repeated within minutes',
  async (days) => {
    register.respondWith(refusal('MS_UNAVAILABLE'));
    await checkAhead(days);
    expect((await read()).waitMs).toBeGreaterThan(days * dayMs);
    register.respondWith(json({ valid: true }));
    const before = register.asked.length;
    await checkDue();
    expect(register.asked).toHaveLength(before + 1);
    const { status, isExempt } = await read();
    expect([status, isExempt]).toEqual(['valid', true]);
  },
);

test('a verdict that was in force before the clock was ahead is in force again, although the register fails', async () => {
  register.respondWith(refusal('MS_UNAVAILABLE'));
  await checkAhead(20);
  expect((await read()).status).toBe('unavailable');
  await checkDue();
  const { status, isExempt, waitMs } = await read();
  expect([status, isExempt]).toEqual(['valid', true]);
  // The second retry.
  expect(waitMs).toBeLessThanOrEqual(15 * 60_000);
  expect(waitMs).toBeGreaterThan(10 * 60_000);
});

test('a number that was found valid while the clock was ahead is checked again now', async () => {
  await checkAhead(20);
  await futureStampsJob(portal.context).run({});
  const { tax_checked_at } = (await customer.get(profile)).body;
  expect(Date.parse(tax_checked_at)).toBeLessThanOrEqual(Date.now());
  register.respondWith(json({ valid: false }));
  await checkDue();
  expect((await read()).status).toBe('invalid');
});

test.each([
  ['a valid number', sql`tax_checked_at = now(), tax_check_due = now() + interval '30 days'`],
  [
    'an invalid one',
    sql`tax_status = 'invalid', tax_checked_at = now(), tax_check_due = now() + interval '7 days'`,
  ],
  ['the third retry', sql`tax_check_failures = 3, tax_check_due = now() + interval '1 hour'`],
  ['the tenth retry', sql`tax_check_failures = 10, tax_check_due = now() + interval '1 day'`],
  [
    'a check that is claimed',
    sql`tax_checked_at = now() - interval '31 days', tax_check_due = now() + interval '15 minutes'`,
  ],
])('%s waits for its time', async (_, state) => {
  await change(state);
  const before = await read();
  await futureStampsJob(portal.context).run({});
  const after = await read();
  expect(after.status).toBe(before.status);
  expect(Math.abs(after.waitMs - before.waitMs)).toBeLessThan(60_000);
  expect(after.waitMs).toBeGreaterThan(60_000);
});

test('a clock that is behind changes no verdict', async () => {
  const { tax_checked_at: before } = (await customer.get(profile)).body;
  await change(sql`tax_checked_at = now() + interval '20 days'`);
  await portal.database.asBackground((tx) =>
    believeClock(tx, new Date(Date.now() + 21 * dayMs).toISOString()),
  );
  await futureStampsJob(portal.context).run({});
  const { tax_checked_at: after } = (await customer.get(profile)).body;
  expect(Date.parse(after) - Date.parse(before)).toBeGreaterThan(46 * dayMs);
});
