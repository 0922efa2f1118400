import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Big } from '../../listing/decimal.ts';
import { includedVat } from '../vat/vat-amounts.ts';
import { leftOf, type Movement, partsOf, vatOfLatest, vatOfNet } from './payment-parts.ts';

const cents = (value: number) => new Big(value).div(100);

/** The entries of a payment that was received in these parts of cents. */
function received(amounts: readonly number[], rate: string): Movement[] {
  let before = new Big(0);
  return amounts.map((each, index) => {
    const vat = includedVat(before.plus(cents(each)), rate).minus(includedVat(before, rate));
    before = before.plus(cents(each));
    return {
      entry_id: index + 1,
      net: cents(each).minus(vat).toFixed(2),
      vat: vat.toFixed(2),
      of_entry: null,
    };
  });
}

test('the latest receipts are given back first, each with its own VAT', () => {
  const parts = partsOf(received([4000, 3004, 5396], '24'));
  const vats = parts.map(({ vat }) => vat.toFixed(2));
  expect(vats).toEqual(['7.74', '5.82', '10.44']);
  expect(vatOfLatest(parts, new Big('53.96')).toFixed(2)).toBe('10.44');
  expect(vatOfLatest(parts, new Big('84.00')).toFixed(2)).toBe('16.26');
});

test('what is given back is never more than a receipt, and all of it is exactly the receipts', () => {
  const amount = fc.integer({ min: 1, max: 5000 });
  const rate = fc.constantFrom('0', '5', '24', '27');
  /** Without a number it is a refund, otherwise a part of that receipt. */
  const step = fc.record({ amount, receipt: fc.option(fc.nat({ max: 3 })) });
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 4 }),
      rate,
      fc.array(step, { maxLength: 20 }),
      (amounts, percent, steps) => {
        const movements = received(amounts, percent);
        const give = (net: Big, vat: Big, of_entry: number | null) => {
          for (const each of [net, vat]) expect(each.gte(0)).toBe(true);
          const entry_id = movements.length + 1;
          movements.push({
            entry_id,
            net: net.times(-1).toFixed(2),
            vat: vat.times(-1).toFixed(2),
            of_entry,
          });
          for (const { left } of partsOf(movements)) {
            expect(left.vat.gte(0)).toBe(true);
            expect(left.gross.gte(left.vat)).toBe(true);
          }
        };
        const refund = (gross: Big) => {
          const vat = vatOfLatest(partsOf(movements), gross);
          give(gross.minus(vat), vat, null);
        };
        for (const { amount: asked, receipt } of steps) {
          const part = receipt === null ? undefined : partsOf(movements)[receipt];
          if (part === undefined) {
            const { gross } = leftOf(partsOf(movements));
            refund(gross.lt(cents(asked)) ? gross : cents(asked));
          } else {
            const rest = part.left.gross.minus(part.left.vat);
            const net = rest.lt(cents(asked)) ? rest : cents(asked);
            give(net, vatOfNet(part, net), part.entry_id);
          }
        }
        refund(leftOf(partsOf(movements)).gross);
        const sum = (field: 'net' | 'vat') =>
          movements.reduce((total, each) => total.plus(each[field]), new Big(0)).toFixed(2);
        expect([sum('net'), sum('vat')]).toEqual(['0.00', '0.00']);
      },
    ),
    { numRuns: 200 },
  );
});
