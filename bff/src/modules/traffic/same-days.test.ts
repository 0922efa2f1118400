import { beforeAll, expect, test } from '@jest/globals';
import { readXlsx } from '../../testing/read-xlsx.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let calls: string;
let stats: string;

/** Calls around midnights, ends of months and changes of clocks, in UTC and in zones before and behind it. */
const moments = [
  '2026-03-28T18:14:59Z',
  '2026-03-28T18:15:00Z',
  '2026-03-28T22:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-03-29T20:59:59Z',
  '2026-03-29T21:00:00Z',
  '2026-09-30T18:14:59Z',
  '2026-09-30T18:15:00Z',
  '2026-09-30T20:59:59Z',
  '2026-09-30T21:00:00Z',
  '2026-10-01T03:59:59Z',
  '2026-10-01T04:00:00Z',
  '2026-10-24T20:59:59Z',
  '2026-10-24T21:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2026-10-25T21:59:59Z',
  '2026-10-25T22:00:00Z',
  '2026-10-31T18:15:00Z',
  '2026-10-31T22:00:00Z',
];

beforeAll(async () => {
  customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  calls = `/v1/services/${service_id}/cdr`;
  stats = `/v1/services/${service_id}/stats`;
  const rows = moments.map((started) => ({ started, cdr_id: `cdr_${started.replace(/\D/g, '')}` }));
  await givenCalls(portal.database, { account_id, service_id }, rows);
});

/** The day of a moment in a zone, as Intl knows it. */
function dayIn(timezone: string, moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(
    new Date(moment),
  );
}

interface Found {
  list: string[];
  csv: string[];
  workbook: string[];
  total: number;
  days: Record<string, number>;
}

/** What list, exports, totals and report say of a period. */
async function findIn(start: string, end: string): Promise<Found> {
  const period = `start_date=${start}&end_date=${end}`;
  const { body } = await customer.get(`${calls}?${period}&limit=100&order=started`);
  const { cookies } = customer;
  const exported = async (format: string) =>
    portal.app.inject({ url: `${calls}/export?${period}&order=started&format=${format}`, cookies });
  const lines = (await exported('csv')).body.trimEnd().split('\r\n').slice(1);
  const { rows } = readXlsx((await exported('xlsx')).rawPayload);
  const report = await customer.get(`${stats}?${period}&filter=day&order=day&limit=100`);
  expect(report.body.summary.calls_total).toBe(body.total);
  return {
    list: body.items.map(({ cdr_id }: { cdr_id: string }) => cdr_id),
    csv: lines.map((line) => /cdr_\d+/.exec(line)?.[0] ?? line),
    workbook: rows.slice(1).map((row) => String(row.find((cell) => String(cell).startsWith('cdr_')))),
    total: (await customer.get(`${calls}/totals?${period}`)).body.total,
    days: Object.fromEntries(
      report.body.items.map(({ key, calls_total }: { key: { day: string }; calls_total: number }) => [
        key.day,
        calls_total,
      ]),
    ),
  };
}

/** The same, from the moments alone. */
function expectedIn(timezone: string, start: string, end: string): Found {
  const within = moments.filter((moment) => {
    const day = dayIn(timezone, moment);
    return day >= start && day <= end;
  });
  const ids = within.map((moment) => `cdr_${moment.replace(/\D/g, '')}`);
  const days = Object.groupBy(within, (moment) => dayIn(timezone, moment));
  return {
    list: ids,
    csv: ids,
    workbook: ids,
    total: ids.length,
    days: Object.fromEntries(Object.entries(days).map(([day, of]) => [day, of?.length ?? 0])),
  };
}

// One account that changes its zone: its records are the same, its days are others.
test.each(['Europe/Tallinn', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])(
  'list, exports, totals and report have the same calls on the days of %s, also after another zone',
  async (timezone) => {
    expect((await customer.put('/v1/accounts/profile', { timezone })).status).toBe(200);
    for (const [start, end] of [
      ['2026-03-28', '2026-03-28'],
      ['2026-03-29', '2026-03-29'],
      ['2026-09-01', '2026-09-30'],
      ['2026-10-25', '2026-10-25'],
      ['2026-10-01', '2026-10-31'],
      ['2026-03-01', '2026-11-01'],
    ] as const)
      expect(await findIn(start, end)).toEqual(expectedIn(timezone, start, end));
  },
);
