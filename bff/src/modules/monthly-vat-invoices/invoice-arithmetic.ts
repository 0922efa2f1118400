import type { InvoiceLine, invoiceLineUnits } from '@portal/contract/monthly-vat-invoice-detail';
import { Big } from '../../listing/decimal.ts';
import { type Vat, vatCategories } from '../vat/vat.ts';
import { vatAmount } from '../vat/vat-amounts.ts';

/** The usage of an invoice line before its amounts are computed. */
export interface Usage {
  code: string;
  description: string;
  service_type: 'voicing' | 'messaging';
  /** At most two decimals. */
  quantity: string;
  unit: (typeof invoiceLineUnits)[number];
  /** Sum of the records' prices, up to six decimals. */
  amount: string;
}

export type Tax = Pick<Vat, 'treatment' | 'rate'>;

/** Why a category has no VAT (BT-121 and BT-120): required for AE and O, forbidden for S. */
const exemptions = {
  standard: { exemption_code: null, exemption_text: null },
  reverse_charge: { exemption_code: 'VATEX-EU-AE', exemption_text: 'Reverse charge' },
  outside_scope: { exemption_code: 'VATEX-EU-O', exemption_text: 'Not subject to VAT' },
} as const;

/**
 * Computes lines, taxes and totals by EN 16931: each line's net is rounded to a cent before the sum (BR-CO-10); the
 * tax of that sum is rounded once (BR-CO-17).
 */
export function composeInvoice(usages: readonly Usage[], tax: Tax) {
  const category = vatCategories[tax.treatment];
  const rate = tax.treatment === 'standard' ? new Big(tax.rate).toFixed(2) : '0.00';
  const lines = usages.map((usage, index): InvoiceLine => lineOf(usage, String(index + 1), category, rate));
  const net = lines.reduce((sum, line) => sum.plus(line.net_amount), new Big(0));
  const taxAmount = vatAmount(net, rate);
  const exemption = exemptions[tax.treatment];
  return {
    lines,
    tax_breakdown: [
      { category, rate, taxable_amount: net.toFixed(2), tax_amount: taxAmount.toFixed(2), ...exemption },
    ],
    net: net.toFixed(2),
    rate,
    tax: taxAmount.toFixed(2),
    gross: net.plus(taxAmount).toFixed(2),
  };
}

/** Returns the totals of a document; `paid` is the amount already paid. */
export function totalsOf(invoice: { net: string; tax: string; gross: string }, paid: string) {
  return {
    lines_net: invoice.net,
    allowances: '0.00',
    charges: '0.00',
    net: invoice.net,
    tax: invoice.tax,
    gross: invoice.gross,
    paid,
    rounding: '0.00',
    due: new Big(invoice.gross).minus(paid).toFixed(2),
  };
}

function lineOf(usage: Usage, line_id: string, tax_category: string, tax_rate: string): InvoiceLine {
  const { code, description, service_type, unit } = usage;
  const quantity = new Big(usage.quantity);
  const amount = new Big(usage.amount);
  return {
    line_id,
    description_code: code,
    description,
    service_type,
    quantity: unit === 'min' ? quantity.toFixed(2) : quantity.toFixed(0),
    unit,
    unit_price: unitPrice(quantity, amount).toFixed(6),
    net_amount: amount.round(2).toFixed(2),
    tax_category,
    tax_rate,
  };
}

/** Returns the unit price with the fewest decimals that give the line's net; never negative (BR-27). */
function unitPrice(quantity: Big, amount: Big): Big {
  if (quantity.eq(0)) return new Big(0);
  const exact = amount.div(quantity).abs();
  const net = amount.abs().round(2);
  const scale = [4, 5].find((digits) => exact.round(digits).times(quantity).abs().round(2).eq(net)) ?? 6;
  return exact.round(scale);
}
