import { Big } from '../../listing/decimal.ts';
import { sumOf } from './invoice-arithmetic.ts';
import type { DraftInvoice } from './issue-invoice.ts';
import type { InvoiceContent } from './monthly-vat-invoices.repository.ts';

type Totals = InvoiceContent['totals'];

/** What the documents of a month state together: their lines and payments, and the sums of their amounts. */
export function sumDrafts(drafts: readonly DraftInvoice[]): DraftInvoice {
  const [first, ...others] = drafts;
  if (first === undefined) throw new RangeError('a month has at least one document');
  if (others.length === 0) return first;
  const details = drafts.map(({ detail }) => detail);
  const totals = sumOfTotals(details.map((each) => each.totals));
  const { net: net_amount, tax: tax_amount, gross: gross_amount, paid: paid_amount } = totals;
  const rates = new Set(drafts.map(({ tax_rate }) => tax_rate));
  return {
    ...first,
    ...{
      net_amount,
      tax_amount,
      gross_amount,
      paid_amount,
      rounding: totals.rounding,
      amount_due: totals.due,
    },
    document_type: new Big(net_amount).lt(0) ? 'credit_note' : 'invoice',
    tax_rate: rates.size === 1 ? first.tax_rate : null,
    detail: {
      ...first.detail,
      lines: details
        .flatMap(({ lines }) => lines)
        .map((line, index) => ({ ...line, line_id: String(index + 1) })),
      tax_breakdown: sumOfTaxes(details.flatMap(({ tax_breakdown }) => tax_breakdown)),
      payments: details.flatMap(({ payments }) => payments),
      totals,
    },
  };
}

function sumOfTotals(totals: readonly Totals[]): Totals {
  const sum = (member: keyof Totals) => sumOf(totals.map((each) => each[member])).toFixed(2);
  return {
    lines_net: sum('lines_net'),
    allowances: sum('allowances'),
    charges: sum('charges'),
    net: sum('net'),
    tax: sum('tax'),
    gross: sum('gross'),
    paid: sum('paid'),
    rounding: sum('rounding'),
    due: sum('due'),
  };
}

function sumOfTaxes(taxes: InvoiceContent['tax_breakdown']): InvoiceContent['tax_breakdown'] {
  return [...Map.groupBy(taxes, ({ category, rate }) => `${category} ${rate}`).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : {
            ...first,
            taxable_amount: sumOf([first, ...others].map((each) => each.taxable_amount)).toFixed(2),
            tax_amount: sumOf([first, ...others].map((each) => each.tax_amount)).toFixed(2),
          },
  );
}
