import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createExport } from './background-exports.ts';
import { downloadMonthlyVatInvoices } from './monthly-vat-invoices.ts';
import { codeListSchema, listOf, numberSearchSchema, parameter } from './query-value.ts';
import { createSavedView } from './saved-views.ts';

test.each([
  ['codes', codeListSchema],
  ['known values', listOf(['sms', 'call'])],
])('describes a list of too many %s with one issue', (_kind, schema) => {
  expect(v.safeParse(schema, 'a1,'.repeat(5000)).issues).toHaveLength(1);
  expect(v.safeParse(schema, 'a1,'.repeat(3)).issues).toHaveLength(3);
});

const numbers = 'x1,'.repeat(10_000);
const view = { kind: 'calls', name: 'Long', columns: ['started'], query: { number: numbers } };
const order = { kind: 'calls', service_id: 'svc_1', format: 'csv', query: { number: numbers } };

test.each<[string, v.GenericSchema, unknown, string]>([
  ['invoices', downloadMonthlyVatInvoices.query, { ids: ','.repeat(15_000) }, 'bad_parameter'],
  ['101 invoices', downloadMonthlyVatInvoices.query, { ids: ','.repeat(100) }, 'range_too_long'],
  ['numbers', parameter(numberSearchSchema), numbers.slice(0, 7_000), 'filter_invalid'],
  ['numbers of a view', createSavedView.body, view, 'filter_invalid'],
  ['numbers of an export', createExport.body, order, 'filter_invalid'],
])('refuses too many %s for their length, without reading each', (_kind, schema, value, message) => {
  expect(v.safeParse(schema, value).issues).toMatchObject([{ message }]);
});
