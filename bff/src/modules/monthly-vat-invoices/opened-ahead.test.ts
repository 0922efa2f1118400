import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { believeClock } from '../../queue/clock-guard.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { futureStampsJob } from '../platform/future-stamps.job.ts';
import { closeMonths } from './close-months.ts';
import { givenTopUp } from './closings.fixtures.ts';

const portal = testPortal();
const list = '/v1/finances/monthly-vat-invoices';
const now = DateTime.utc();
const inAYear = now.plus({ days: 366 }).toISO();
const lived = (moment: string) => portal.database.asBackground((tx) => believeClock(tx, moment));

beforeEach(() => lived(now.toISO()));
afterEach(() => portal.database.system.run(sql`delete from clock_watch`));

/** A customer opens a service while the clock is ahead; after the correction the bank imports the transfer of a top-up. */
async function givenOpenedAhead() {
  const client = await portal.customer({ country: 'ee', tax_number: null, timezone: 'UTC' });
  const { account_id } = client.account;
  const { status, body } = await client.post('/v1/services', { type: 'messaging' });
  expect(status).toBe(201);
  const { service_id } = body.service;
  await portal.superuser.system.run(sql`
    update services set created = ${inAYear} where service_id = ${service_id}`);
  await givenTopUp(portal, { account_id, service_id }, '100.00', '24', now.toISO());
  const preview = async () => {
    const response = await client.get(`${list}/preview?service_id=${service_id}`);
    return response.body.preview;
  };
  return { client, service_id, preview };
}

test('a service that was opened while the clock was ahead has an invoice for the month in which it is paid', async () => {
  const { client, service_id, preview } = await givenOpenedAhead();
  expect(await preview()).toMatchObject({ period_start: `${inAYear.slice(0, 7)}-01` });
  await futureStampsJob(portal.context).run({});
  expect(await preview()).toMatchObject({
    period_start: now.toFormat('yyyy-MM-01'),
    totals: { net: '100.00', tax: '24.00' },
  });
  await closeMonths(portal.context, {
    lastMonth: now.toFormat('yyyy-MM'),
    endedBy: now.plus({ months: 2 }),
  });
  expect((await client.get(list)).body.items).toMatchObject([{ service_id, net_amount: '100.00' }]);
});

test('the audit reports the service until then', async () => {
  const { service_id } = await givenOpenedAhead();
  const subjects = async () => (await auditLedger(portal.database)).problems.map(({ subject }) => subject);
  expect(await subjects()).toContain(service_id);
  await futureStampsJob(portal.context).run({});
  expect(await subjects()).not.toContain(service_id);
});

test('a clock that is behind does not change when a service was opened', async () => {
  const { preview } = await givenOpenedAhead();
  await lived(inAYear);
  await futureStampsJob(portal.context).run({});
  expect(await preview()).toMatchObject({ period_start: `${inAYear.slice(0, 7)}-01` });
});
