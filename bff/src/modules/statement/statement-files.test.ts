import { beforeAll, expect, jest, test } from '@jest/globals';
import { mostStatementLines } from '@portal/contract/statement';
import { rawSql, sql } from '../../database/sql.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { sampleCredit } from '../ledger/ledger.fixtures.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { postUsage } from '../ledger/post-usage.ts';
import { givenService } from '../services/services.fixtures.ts';
import { statementCsv } from './statement-csv.ts';

const portal = testPortal();
let customer: TestCustomer;
let owner: { account_id: string; service_id: string };

const timers = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

const query = (format: string, days = 'start_date=2026-10-01&end_date=2026-10-31') =>
  `/v1/finances/statement?service_id=${owner.service_id}&${days}&format=${format}`;
/** Follows a link: a browser sends the cookie, and none of the pages' own headers. */
const download = (format: string, days?: string) =>
  portal.app.inject({ method: 'GET', url: query(format, days), cookies: customer.cookies });

/** A German account in Tallinn: a credit in September; in October usage and a credit that was due a day earlier. */
beforeAll(async () => {
  customer = await portal.customer({ language: 'de', timezone: 'Europe/Tallinn' });
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  owner = { account_id, service_id };
  await portal.superuser.asBackground(async (tx) => {
    const bookAt = (moment: string) => tx.run(sql`select set_config('portal.booked_at', ${moment}, true)`);
    await bookAt('2026-09-10T08:00:00Z');
    await postEntry(tx, sampleCredit(owner, '1000'));
    await bookAt('2026-10-02T21:30:00Z');
    const times = { first_record: '2026-10-01T08:00:00Z', last_record: '2026-10-02T20:59:59Z' };
    const batch = {
      ...owner,
      batch_id: 'b1',
      currency: 'eur',
      records: 1214,
      cost: '1.234567',
      ...times,
    } as const;
    await postUsage(tx, batch, 'test');
    await bookAt('2026-10-05T08:00:00Z');
    await postEntry(tx, sampleCredit(owner, '25.5', { occurredAt: '2026-10-04T08:00:00Z' }));
  });
});

test('the CSV opens in a spreadsheet of its language, with times in the named time zone', async () => {
  const { statusCode, headers, body } = await download('csv');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="statement_${owner.service_id}_2026-10-01_2026-10-31.csv"`,
    'cache-control': 'no-store',
  });
  expect(body.startsWith('\uFEFF')).toBe(true);
  expect(body.slice(1).split('\r\n')).toEqual([
    'Nr.;Gebucht am (Europe/Tallinn);Datum des Vorgangs (Europe/Tallinn);Bewegung;Einzelheiten;Beleg;Betrag;Guthaben;Währung',
    ';2026-10-01;;Anfangsguthaben;;;;1000,00;EUR',
    '2;2026-10-03 00:30:00;2026-10-02 23:59:59;Verbrauch;1.214 Einzelposten, 1.–2. Oktober 2026;;-1,234567;998,765433;EUR',
    '3;2026-10-05 11:00:00;2026-10-04 11:00:00;Gutschrift;;;25,50;1024,265433;EUR',
    ';2026-10-31;;Endguthaben;;;;1024,265433;EUR',
    '',
  ]);
});

test('a field that a spreadsheet would run is text, an amount below zero is a number', () => {
  const movement = {
    line: 1,
    booked: '2026-10-05T08:00:00Z',
    occurred: '2026-10-05T08:00:00Z',
    kind: '@SUM(A1)',
    amount: '-5.00',
    balance_after: '-5.00',
    currency: 'eur',
    payment: { payment_id: 'p', number: '=HYPERLINK("x")', created: '2026-10-05T08:00:00Z' },
    document: null,
    usage: null,
    rental: null,
  } as const;
  const { lines } = statementCsv({
    language: 'en',
    service: { service_id: 'svc_vo_1', type: 'voicing', currency: 'eur' },
    period: {
      start_date: '2026-10-01',
      end_date: '2026-10-31',
      timezone: 'UTC',
      start_utc: '2026-10-01T00:00:00Z',
      end_utc: '2026-11-01T00:00:00Z',
    },
    summary: { opening_balance: '0.00', closing_balance: '-5.00', totals: [] },
  });
  const rental = { number: '+3726001200', period_start: '2026-10-01', period_end: '2026-10-31' };
  const rent = lines([{ ...movement, kind: 'number_rent', payment: null, rental }]);
  expect(rent).toContain(', +3726001200');
  expect(rent).not.toContain("'");
  expect(lines([movement])).toBe(
    `1,2026-10-05 08:00:00,2026-10-05 08:00:00,'@SUM(A1),,"'=HYPERLINK(""x"")",-5.00,-5.00,EUR\r\n`,
  );
});

test('the PDF has every line, the balances and the sums by kind', async () => {
  const { statusCode, headers, rawPayload } = await download('pdf');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="statement_${owner.service_id}_2026-10-01_2026-10-31.pdf"`,
  });
  const { pages, language } = await readPdf(rawPayload);
  expect(language).toBe('de');
  const text = pages.join(' ').replaceAll('\u00a0', ' ');
  for (const part of [
    'Kontoauszug',
    'Europe/Tallinn',
    'Verbrauch',
    '1.214 Einzelposten',
    '−1,234567 €',
    '998,765433 €',
    'Anfangsguthaben',
    '1.000,00 €',
    'Endguthaben',
    '1.024,265433 €',
  ])
    expect(text).toContain(part);
});

test.each([
  ['with lines', undefined],
  ['without lines', 'start_date=2026-08-01&end_date=2026-08-31'],
])('the PDF of a period %s has the same bytes whenever it is downloaded', async (_which, days) => {
  const earlier = await download('pdf', days);
  // Only the clock: the server's timers go on.
  jest.useFakeTimers({ now: Date.now() + 2 * 60_000, doNotFake: [...timers] });
  try {
    const later = await download('pdf', days);
    expect(later.statusCode).toBe(200);
    expect(later.rawPayload.equals(earlier.rawPayload)).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test('a period with more lines than fit is refused', async () => {
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(
      rawSql(`
      do $$ declare own bigint; other bigint; entry bigint; begin
        select ledger_account_id into own from ledger_accounts where service_id = '${owner.service_id}';
        select ledger_account_id into other from ledger_accounts where kind = 'credits' and currency = 'eur';
        perform set_config('portal.booked_at', '2026-12-01T00:00:00Z', true);
        for i in 0..${mostStatementLines.pdf} loop
          insert into journal_entries (event_key, kind, reason, actor, occurred_at)
          values ('staff:many-' || i, 'credit', 'Test', 'staff:test', now()) returning entry_id into entry;
          insert into postings (entry_id, ledger_account_id, currency, amount)
          values (entry, own, 'eur', 1), (entry, other, 'eur', -1);
        end loop;
      end $$`),
    );
  });
  const days = 'start_date=2026-12-01&end_date=2026-12-31';
  expect((await customer.get(query('pdf', days))).body.code).toBe('range_too_long');
  const begun = jest.spyOn(portal.context.database, 'withAccount');
  const { body } = await download('csv', days);
  const lines = body.split('\r\n');
  expect(lines).toHaveLength(mostStatementLines.pdf + 1 + 4);
  const numbers = lines.slice(2, -2).map((line) => Number(line.split(';')[0]));
  const [first = 0] = numbers;
  expect(numbers).toEqual(numbers.map((_, index) => first + index));
  // The figures, and the lines in portions of 500: the time limit of a transaction is not that of the file.
  expect(begun).toHaveBeenCalledTimes(1 + 5);
});
