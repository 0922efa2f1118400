import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Big } from '../../listing/decimal.ts';
import { composeInvoice, totalsOf, type Usage } from './invoice-arithmetic.ts';

const usage = (quantity: string, amount: string): Usage => ({
  code: 'voice_outgoing',
  description: 'Outgoing calls',
  service_type: 'voicing',
  quantity,
  unit: 'min',
  amount,
});

test('rounds each line to a cent and taxes their sum', () => {
  const invoice = composeInvoice([usage('1503.40', '184.1665'), usage('1382', '41.46'), usage('4', '12')], {
    treatment: 'standard',
    rate: '24',
  });
  expect(invoice.lines.map(({ net_amount }) => net_amount)).toEqual(['184.17', '41.46', '12.00']);
  expect(invoice).toMatchObject({ net: '237.63', tax: '57.03', gross: '294.66', rate: '24.00' });
  expect(invoice.tax_breakdown).toMatchObject([
    { category: 'S', taxable_amount: '237.63', tax_amount: '57.03', exemption_code: null },
  ]);
  expect(totalsOf(invoice, '200.00')).toMatchObject({
    lines_net: '237.63',
    gross: '294.66',
    paid: '200.00',
    due: '94.66',
  });
});

test('states the reason for reverse charge and charges no tax', () => {
  const invoice = composeInvoice([usage('10', '5.00')], { treatment: 'reverse_charge', rate: '24.00' });
  expect(invoice).toMatchObject({ net: '5.00', tax: '0.00', gross: '5.00', rate: '0.00' });
  expect(invoice.tax_breakdown).toMatchObject([
    { category: 'AE', rate: '0.00', exemption_code: 'VATEX-EU-AE' },
  ]);
});

test('a credit has a negative quantity and a positive price', () => {
  const invoice = composeInvoice([usage('-100.41', '-12.30')], { treatment: 'standard', rate: '24.00' });
  expect(invoice.lines).toMatchObject([
    { quantity: '-100.41', unit_price: '0.122500', net_amount: '-12.30' },
  ]);
  expect(invoice).toMatchObject({ net: '-12.30', tax: '-2.95', gross: '-15.25' });
});

test('documents add up for any usage, and each line is quantity times price', () => {
  const line = fc.record({
    cents: fc.integer({ min: 1, max: 900_000 }),
    micros: fc.integer({ min: 1, max: 90_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const usages = lines.map(({ cents, micros }) =>
        usage((cents / 100).toFixed(2), (micros / 1_000_000).toFixed(6)),
      );
      const {
        lines: rows,
        net,
        tax,
        gross,
      } = composeInvoice(usages, { treatment: 'standard', rate: '24.00' });
      const sum = rows.reduce((total, row) => total.plus(row.net_amount), new Big(0));
      expect(sum.toFixed(2)).toBe(net);
      expect(new Big(net).times('0.24').round(2).toFixed(2)).toBe(tax);
      expect(new Big(net).plus(tax).toFixed(2)).toBe(gross);
      for (const row of rows) {
        const difference = new Big(row.quantity).times(row.unit_price).minus(row.net_amount).abs();
        expect(difference.lte('0.01')).toBe(true);
      }
    }),
  );
});
