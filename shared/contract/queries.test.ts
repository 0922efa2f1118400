import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { cdrQuerySchema } from './cdr.ts';
import { isFieldErrorCode } from './error.ts';
import { messagesQuerySchema } from './messages.ts';
import { messagingReportQuerySchema } from './messaging-report.ts';
import { monthlyVatInvoicesQuerySchema } from './monthly-vat-invoices.ts';
import { sortTerms } from './order.ts';
import { paymentsQuerySchema } from './payments.ts';
import { parseNumberMask } from './query-value.ts';
import { rentedNumbersQuerySchema } from './rented-numbers.ts';
import { getStats } from './stats.ts';
import { voicingStatsQuerySchema } from './voicing-stats.ts';

const schemas: [string, v.GenericSchema][] = [
  ['cdr', cdrQuerySchema],
  ['messages', messagesQuerySchema],
  ['messaging report', messagingReportQuerySchema],
  ['monthly VAT invoices', monthlyVatInvoicesQuerySchema],
  ['payments', paymentsQuerySchema],
  ['rented numbers', rentedNumbersQuerySchema],
  ['voicing statistics', voicingStatsQuerySchema],
];

function codesOf(schema: v.GenericSchema, query: unknown): string[] {
  return (v.safeParse(schema, query).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}

describe('paging', () => {
  test.each([
    ['', 25],
    ['10', 10],
    ['7', 10],
    ['26', 50],
    ['100', 100],
    ['101', 100],
    ['5000', 100],
  ])('a limit of %j is %d rows', (limit, rows) => {
    expect(v.parse(rentedNumbersQuerySchema, { limit })).toMatchObject({ limit: rows, offset: 0 });
  });

  test.each([
    [{ limit: '0' }, 'limit: bad_parameter'],
    [{ limit: 'many' }, 'limit: bad_parameter'],
    [{ offset: '-1' }, 'offset: bad_parameter'],
    [{ offset: '1.5' }, 'offset: bad_parameter'],
    [{ offset: '10001' }, 'offset: offset_too_large'],
  ])('%j is refused', (query, code) => {
    expect(codesOf(rentedNumbersQuerySchema, query)).toEqual([code]);
  });

  test('an offset of ten thousand is the last', () => {
    expect(v.parse(rentedNumbersQuerySchema, { offset: '10000' }).offset).toBe(10_000);
  });
});

describe('order', () => {
  test.each([
    ['started', 'started'],
    ['-started', '-started'],
    ['started:desc', '-started'],
    ['started:asc', 'started'],
    ['-price, started', '-price,started'],
    ['', '-started'],
  ])('%j is %s', (order, canonical) => {
    expect(v.parse(cdrQuerySchema, { order }).order).toBe(canonical);
  });

  test.each([
    'nonsense',
    '-',
    'started,',
    '-started:desc',
    'started,-started',
    'constructor',
    'started;drop',
  ])('%j is refused', (order) => {
    expect(codesOf(cdrQuerySchema, { order })).toEqual(['order: order_invalid']);
  });

  test('is read as steps', () => {
    expect(sortTerms('-b,a', ['a', 'b'])).toEqual([
      { field: 'b', descending: true },
      { field: 'a', descending: false },
    ]);
  });
});

describe('periods', () => {
  test('take both ways to write a day, and a moment', () => {
    const query = { start_date: '2026.11.01', end_date: '2026-11-02T10:00:00Z' };
    expect(v.parse(cdrQuerySchema, query)).toMatchObject({
      start_date: '2026-11-01',
      end_date: '2026-11-02',
    });
  });

  test.each([
    [cdrQuerySchema, { start_date: '2026-02-30' }, 'start_date: bad_parameter'],
    [cdrQuerySchema, { end_date: '01.11.2026' }, 'end_date: bad_parameter'],
    [cdrQuerySchema, { start_date: '2026-11-02', end_date: '2026-11-01' }, 'start_date: range_invalid'],
    [cdrQuerySchema, { start_date: '2025-01-01', end_date: '2026-02-05' }, 'start_date: range_too_long'],
    [messagesQuerySchema, { start_date: '2025-01-01', end_date: '2026-02-05' }, 'start_date: range_too_long'],
    [
      messagingReportQuerySchema,
      { start_date: '2025-01-01', end_date: '2026-01-02' },
      'start_date: range_too_long',
    ],
    [
      voicingStatsQuerySchema,
      { start_date: '2025-01-01', end_date: '2026-01-02' },
      'start_date: range_too_long',
    ],
  ])('case %#', (schema: v.GenericSchema, query, code) => {
    expect(codesOf(schema, query)).toEqual([code]);
  });

  test('of 400 days of calls and 366 days of a report are the longest', () => {
    expect(codesOf(cdrQuerySchema, { start_date: '2025-01-01', end_date: '2026-02-04' })).toEqual([]);
    expect(codesOf(voicingStatsQuerySchema, { start_date: '2025-01-01', end_date: '2026-01-01' })).toEqual(
      [],
    );
  });
});

describe('filters', () => {
  test.each([
    ['+49 (30)', '4930', { digits: '4930', match: 'prefix' }],
    ['0049*', '49*', { digits: '49', match: 'prefix' }],
    ['*101', '*101', { digits: '101', match: 'suffix' }],
    ['*+00267', '*00267', { digits: '00267', match: 'suffix' }],
    ['*00267*', '*00267*', { digits: '00267', match: 'contains' }],
    ['*555*', '*555*', { digits: '555', match: 'contains' }],
  ])('the number %j is %s', (text, canonical, filter) => {
    expect(v.parse(cdrQuerySchema, { number_to: text }).number_to).toBe(canonical);
    expect(parseNumberMask(canonical)).toEqual(filter);
  });

  test.each([
    [cdrQuerySchema, { number_from: '4*9' }, 'number_from: filter_invalid'],
    [cdrQuerySchema, { country: 'deu' }, 'country.0: filter_invalid'],
    [cdrQuerySchema, { duration_from: '-1' }, 'duration_from: bad_parameter'],
    [cdrQuerySchema, { duration_from: '9', duration_to: '8' }, 'duration_to: filter_invalid'],
    [messagesQuerySchema, { status: 'delivered,gone' }, 'status.1: filter_invalid'],
    [voicingStatsQuerySchema, { filter: 'colour' }, 'filter.0: filter_invalid'],
    [paymentsQuerySchema, { filter_or: 'iban' }, 'filter_or.0: filter_invalid'],
    [paymentsQuerySchema, { filter_query: 'x'.repeat(65) }, 'filter_query: filter_invalid'],
    [paymentsQuerySchema, { service_type: 'fax' }, 'service_type: filter_invalid'],
    [monthlyVatInvoicesQuerySchema, { month: '10' }, 'month: bad_parameter'],
    [monthlyVatInvoicesQuerySchema, { year: '2026', month: '13' }, 'month: bad_parameter'],
  ])('case %#', (schema: v.GenericSchema, query, code) => {
    expect(codesOf(schema, query)).toEqual([code]);
  });

  test.each(['', '1', 'true', 'all'])('filter_or=%j stands for all fields', (filter_or) => {
    expect(v.parse(paymentsQuerySchema, { filter_or }).filter_or).toEqual([]);
  });

  test('a repeated parameter is a list', () => {
    expect(v.parse(messagesQuerySchema, { status: ['delivered', 'failed'] }).status).toEqual([
      'delivered',
      'failed',
    ]);
  });
});

describe.each(schemas)('the query of %s', (_, schema) => {
  const names = Object.keys(Object('entries' in schema ? schema.entries : {}));

  test('takes empty parameters as absent', () => {
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(v.parse(schema, empty)).toEqual(v.parse(schema, {}));
  });

  test('answers any text with a known code, and reads again what it gave', () => {
    const query = fc.record(Object.fromEntries(names.map((name) => [name, fc.string()])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(query, (values) => {
        const result = v.safeParse(schema, values);
        for (const issue of result.issues ?? []) expect(isFieldErrorCode(issue.message)).toBe(true);
        if (result.success) expect(v.parse(schema, result.output)).toEqual(result.output);
      }),
    );
  });
});

test('the endpoint of statistics passes on every parameter of the lists that it stands for', () => {
  const names = Object.keys({ ...voicingStatsQuerySchema.entries, ...messagesQuerySchema.entries });
  expect(Object.keys(getStats.query.entries).toSorted()).toEqual(names.toSorted());
});
