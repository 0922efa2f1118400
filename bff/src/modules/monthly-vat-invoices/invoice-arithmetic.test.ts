import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Big } from '../../listing/decimal.ts';
import { vatOn } from '../vat/vat.ts';
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

test('states that nothing is subject to VAT outside the European Union', () => {
  const invoice = composeInvoice([usage('10', '5.00')], { treatment: 'outside_scope', rate: '0.00' });
  expect(invoice).toMatchObject({ net: '5.00', tax: '0.00', gross: '5.00' });
  expect(invoice.tax_breakdown).toMatchObject([
    { category: 'O', rate: '0.00', exemption_code: 'VATEX-EU-O', exemption_text: 'Not subject to VAT' },
  ]);
});

test.each([
  ['680.22', '40.744', '0.059898', '40.74'],
  ['10086.00', '1007.6251', '0.09990334', '1007.63'],
  ['1006749.17', '100574.742083', '0.099900497', '100574.74'],
])('the price of %s minutes for %s has as many decimals as give its net', (quantity, amount, price, net) => {
  const { lines } = composeInvoice([usage(quantity, amount)], { treatment: 'standard', rate: '24.00' });
  expect(lines).toMatchObject([{ unit_price: price, net_amount: net }]);
});

test('each line is quantity times price', () => {
  fc.assert(
    fc.property(months, ({ usages, tax }) => {
      for (const row of composeInvoice(usages, tax).lines) {
        const product = new Big(row.quantity).times(row.unit_price).round(2);
        expect([row, product.eq(row.net_amount)]).toEqual([row, true]);
      }
    }),
  );
});

test('10,000 random months obey the rules of EN 16931', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(months, ({ usages, tax, customer, paid }) => {
      const invoice = composeInvoice(usages, tax);
      seen.add(tax.treatment);
      const faults = brokenRules(invoice, totalsOf(invoice, paid));
      // BR-AE-02: reverse charge needs the buyer's VAT number.
      if (tax.treatment === 'reverse_charge' && customer.tax_number === null) faults.push('BR-AE-02');
      expect(faults).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
  expect([...seen].sort()).toEqual(['outside_scope', 'reverse_charge', 'standard']);
}, 300_000);

const lineOf = fc.record({
  cents: fc.integer({ min: 1, max: 900_000 }),
  micros: fc.integer({ min: 1, max: 90_000_000 }),
  isCredit: fc.boolean(),
});

/** The month of any customer on any day since 2020: its usage, credits among it, its VAT and what has been paid. */
const months = fc
  .record({
    lines: fc.array(lineOf, { maxLength: 12 }),
    customer: fc.record({
      country: fc.constantFrom('ee', 'de', 'ie', 'lu', 'fi', 'hu', 'gr', 'us', 'gb', null),
      tax_number: fc.constantFrom('XX123456789', null),
      tax_status: fc.constantFrom('valid', 'invalid', 'unchecked', 'unavailable'),
    }),
    day: fc.date({ min: new Date('2020-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
    paid: fc.integer({ min: 0, max: 10_000_000 }),
  })
  .map(({ lines, customer, day, paid }) => ({
    usages: lines.map(({ cents, micros, isCredit }) => {
      const sign = isCredit ? '-' : '';
      return usage(`${sign}${(cents / 100).toFixed(2)}`, `${sign}${(micros / 1_000_000).toFixed(6)}`);
    }),
    customer,
    tax: vatOn(day.toISOString().slice(0, 10), customer, { PROVIDER_COUNTRY: 'ee' }),
    paid: (paid / 100).toFixed(2),
  }));

type Composed = ReturnType<typeof composeInvoice>;

/** The names of the rules that a document breaks, computed in whole cents: not with the arithmetic under test. */
function brokenRules({ lines, tax_breakdown }: Composed, totals: ReturnType<typeof totalsOf>): string[] {
  const [first] = tax_breakdown;
  const category = first?.category ?? '';
  const linesNet = sum(lines.map(({ net_amount }) => net_amount));
  const rules: Record<string, boolean> = {
    'BR-CO-10': cents(totals.lines_net) === linesNet,
    'BR-CO-13': cents(totals.net) === linesNet - cents(totals.allowances) + cents(totals.charges),
    'BR-CO-14': cents(totals.tax) === sum(tax_breakdown.map(({ tax_amount }) => tax_amount)),
    'BR-CO-15': cents(totals.gross) === cents(totals.net) + cents(totals.tax),
    'BR-CO-16': cents(totals.due) === cents(totals.gross) - cents(totals.paid) + cents(totals.rounding),
    'BR-CO-17': tax_breakdown.every(
      (row) => cents(row.tax_amount) === percentOf(cents(row.taxable_amount), cents(row.rate)),
    ),
    'BR-CO-18': tax_breakdown.length > 0,
    'BR-DEC': [totals, ...lines.map(({ net_amount }) => ({ net_amount })), ...tax_breakdown].every(
      (amounts) =>
        Object.entries(amounts).every(
          ([name, text]) => !/amount|net|tax$|gross|due/.test(name) || isCents(text),
        ),
    ),
    // One breakdown for the one category and rate of all lines: BR-S-01, BR-AE-01, BR-O-01, BR-O-11, BR-O-12.
    'BR-*-01': tax_breakdown.length === 1 && ['S', 'AE', 'O'].includes(category),
    'BR-*-08': cents(first?.taxable_amount ?? '') === linesNet,
    'BR-*-lines': lines.every((line) => line.tax_category === category && line.tax_rate === first?.rate),
  };
  const ofCategory: Record<string, boolean> =
    category === 'S'
      ? {
          'BR-S-05': cents(first?.rate ?? '') > 0n,
          'BR-S-10': !first?.exemption_code && !first?.exemption_text,
        }
      : {
          [`BR-${category}-05`]: cents(first?.rate ?? '') === 0n,
          [`BR-${category}-09`]: cents(first?.tax_amount ?? '') === 0n,
          [`BR-${category}-10`]:
            first?.exemption_code === `VATEX-EU-${category}` && Boolean(first.exemption_text),
        };
  const all = Object.entries({ ...rules, ...ofCategory });
  return all.filter(([, holds]) => !holds).map(([name]) => name);
}

function isCents(text: unknown): boolean {
  return typeof text === 'string' && /^-?\d+\.\d{2}$/.test(text);
}

function cents(text: string): bigint {
  return isCents(text) ? BigInt(text.replace('.', '')) : -1_000_000_000_007n;
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + cents(amount), 0n);
}

/** The rate, in hundredths of a percent, of an amount in cents, rounded half away from zero. */
function percentOf(amount: bigint, rate: bigint): bigint {
  const exact = (amount < 0n ? -amount : amount) * rate;
  const rounded = (exact + 5_000n) / 10_000n;
  return amount < 0n ? -rounded : rounded;
}
