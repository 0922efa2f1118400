import { expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { createLog } from '../../log.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenService } from '../services/services.fixtures.ts';
import { retentionJob } from '../traffic/retention.job.ts';
import { closeMonths } from './close-months.ts';
import { givenUsage } from './closings.fixtures.ts';

const portal = testPortal();
const lines: string[] = [];
const log = createLog('warn', { to: { write: (line: string) => lines.push(line) } });
const iso = (time: DateTime) => time.toISO({ suppressMilliseconds: true }) ?? '';

async function givenOldService(vatOn: 'usage' | 'topup') {
  const { account } = await portal.customer({ country: 'ee', tax_number: null });
  const { account_id } = account;
  const { service_id } = await givenService(portal.database, account_id, { vatOn });
  const owner = { account_id, service_id };
  const created = DateTime.utc().minus({ months: 16 });
  await portal.superuser.system.run(sql`
    update services set created = ${iso(created)} where service_id = ${service_id}`);
  const call = (batch: string, months: number) =>
    givenUsage(portal, owner, `${batch}-${service_id}`, [
      { started: iso(DateTime.utc().minus({ months })), price: '2.50' },
    ]);
  const calls = async () =>
    (
      await portal.database.system.one<{ count: number }>(
        sql`select count(*)::int as count from cdrs where service_id = ${service_id}`,
      )
    ).count;
  return { ...owner, call, calls };
}

async function retain(): Promise<string> {
  lines.length = 0;
  await retentionJob({ ...portal.context, log }).run({});
  return lines.join('');
}

test('keeps the records of a month that is not invoiced, warns of it, and deletes them once it is', async () => {
  const service = await givenOldService('usage');
  const other = await givenOldService('topup');
  for (const each of [service, other])
    for (const months of [15, 14, 1]) await each.call(`b${months}`, months);

  const warning = await retain();
  expect(await service.calls()).toBe(3);
  expect(await other.calls()).toBe(1);
  expect(warning).toContain('records are kept after 13 months');
  expect(warning).toContain(`"service_id":"${service.service_id}","records":2`);
  expect(warning).not.toContain(other.service_id);
  const { problems } = await auditLedger(portal.database);
  expect(problems.map(({ rule, subject }) => `${subject}: ${rule}`)).toEqual([
    expect.stringMatching(`^${service.service_id} b1[45].* on a document within 13 months`),
    expect.stringMatching(`^${service.service_id} b1[45].* on a document within 13 months`),
  ]);

  expect((await closeMonths(portal.context)).filter(({ result }) => result === 'failed')).toEqual([]);
  const { net } = await portal.database.system.one<{ net: string }>(sql`
    select sum(net_amount) as net from monthly_vat_invoices where service_id = ${service.service_id}`);
  expect(net).toBe('7.50');
  expect(await retain()).toBe('');
  expect(await service.calls()).toBe(1);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

test('keeps records that came after their month was closed until the next document contains them', async () => {
  const service = await givenOldService('usage');
  await closeMonths(portal.context, { lastMonth: DateTime.utc().minus({ months: 2 }).toFormat('yyyy-MM') });
  await service.call('late', 14);
  expect(await retain()).toContain(service.service_id);
  expect(await service.calls()).toBe(1);
  await closeMonths(portal.context);
  expect(await retain()).toBe('');
  expect(await service.calls()).toBe(0);
});

test('the audit leaves out documents of which records are deleted, and finds what is missing from others', async () => {
  const [old, other] = [await givenOldService('usage'), await givenOldService('usage')];
  await closeMonths(portal.context, { lastMonth: DateTime.utc().minus({ months: 2 }).toFormat('yyyy-MM') });
  for (const months of [14, 3]) await old.call(`late${months}`, months);
  for (const months of [4, 3]) await other.call(`late${months}`, months);
  await closeMonths(portal.context);
  expect(await retain()).toBe('');
  expect([await old.calls(), await other.calls()]).toEqual([1, 2]);
  expect((await auditLedger(portal.database)).problems).toEqual([]);
  await portal.superuser.system.run(sql`delete from cdrs where batch_id = ${`late4-${other.service_id}`}`);
  const { problems } = await auditLedger(portal.database);
  expect(problems.filter(({ rule }) => rule.includes('is on its document'))).toMatchObject([
    { expected: '5.00', found: '2.500000' },
  ]);
});
