import type { InvoiceLine, invoiceLineUnits } from '@portal/contract/monthly-vat-invoice-detail';
import { Big } from '../../listing/decimal.ts';
import { type Vat, vatCategories } from '../vat/vat.ts';
import { vatAmount } from '../vat/vat-amounts.ts';

/** The usage of an invoice line before its amounts are computed. */
export interface Usage {
  code: string;
  description: string;
  /** What the description names, for its translation. */
  params?: Record<string, string>;
  service_type: 'voicing' | 'messaging';
  /** At most two decimals. */
  quantity: string;
  unit: (typeof invoiceLineUnits)[number];
  /** Sum of the records' prices, up to six decimals. */
  amount: string;
  /** That of the line which a credit note takes back; computed otherwise. */
  unit_price?: string;
  /** If it differs from that of the document: of a late line's own month, or of the day of a prepayment. */
  tax?: Tax;
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
 * tax of the lines with the same category and rate is rounded once (BR-CO-17). `rate` is null if there are several.
 */
export function composeInvoice(usages: readonly Usage[], documentTax: Tax) {
  const lines = usages.map((usage, index) => lineOf(usage, String(index + 1), usage.tax ?? documentTax));
  const taxes = usages.length === 0 ? [documentTax] : usages.map(({ tax }) => tax ?? documentTax);
  const groups = new Map(taxes.map((tax) => [`${vatCategories[tax.treatment]} ${rateOf(tax)}`, tax]));
  const breakdown = [...groups.values()].map((tax) => taxGroup(lines, tax));
  const net = sumOf(lines.map(({ net_amount }) => net_amount));
  const taxAmount = sumOf(breakdown.map(({ tax_amount }) => tax_amount));
  return {
    lines,
    tax_breakdown: breakdown,
    net: net.toFixed(2),
    rate: breakdown.length === 1 ? (breakdown[0]?.rate ?? null) : null,
    tax: taxAmount.toFixed(2),
    gross: net.plus(taxAmount).toFixed(2),
  };
}

/** Returns the totals of a document; `paid` is the amount already paid. EN 16931, BR-CO-13 to BR-CO-16. */
export function totalsOf(
  invoice: { net: string; tax: string; gross: string },
  paid: string,
  rounding = '0.00',
) {
  return {
    lines_net: invoice.net,
    allowances: '0.00',
    charges: '0.00',
    net: invoice.net,
    tax: invoice.tax,
    gross: invoice.gross,
    paid,
    rounding,
    due: new Big(invoice.gross).minus(paid).plus(rounding).toFixed(2),
  };
}

/** The treatment of the first group of taxes. */
export function treatmentOf(breakdown: readonly { category: string }[]): Tax['treatment'] | undefined {
  return taxTreatments.find((treatment) => vatCategories[treatment] === breakdown[0]?.category);
}

const taxTreatments = ['standard', 'reverse_charge', 'outside_scope'] as const;

function taxGroup(lines: readonly InvoiceLine[], tax: Tax) {
  const category = vatCategories[tax.treatment];
  const rate = rateOf(tax);
  const taxable = sumOf(
    lines
      .filter((line) => line.tax_category === category && line.tax_rate === rate)
      .map((line) => line.net_amount),
  );
  return {
    category,
    rate,
    taxable_amount: taxable.toFixed(2),
    tax_amount: vatAmount(taxable, rate).toFixed(2),
    ...exemptions[tax.treatment],
  };
}

function rateOf({ treatment, rate }: Tax): string {
  return treatment === 'standard' ? new Big(rate).toFixed(2) : '0.00';
}

export function sumOf(amounts: readonly string[]): Big {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
}

function lineOf(usage: Usage, line_id: string, tax: Tax): InvoiceLine {
  const { code, description, params = {}, service_type, unit } = usage;
  const quantity = new Big(usage.quantity);
  const amount = new Big(usage.amount);
  return {
    line_id,
    description_code: code,
    description,
    description_params: params,
    service_type,
    quantity: unit === 'min' ? quantity.toFixed(2) : quantity.toFixed(0),
    unit,
    unit_price: usage.unit_price ?? unitPrice(quantity, amount),
    net_amount: amount.round(2).toFixed(2),
    tax_category: vatCategories[tax.treatment],
    tax_rate: rateOf(tax),
  };
}

/** With twelve decimals even the price of a thousand million minutes gives the cent. */
const mostDecimals = 12;

/** Returns the unit price with the fewest decimals that give the line's net, written with at least six; never negative (BR-27). */
function unitPrice(quantity: Big, amount: Big): string {
  if (quantity.eq(0)) return new Big(0).toFixed(6);
  const exact = amount.div(quantity).abs();
  const net = amount.abs().round(2);
  const isEnough = (digits: number) => exact.round(digits).times(quantity).abs().round(2).eq(net);
  let digits = 4;
  while (digits < mostDecimals && !isEnough(digits)) digits += 1;
  return exact.round(digits).toFixed(Math.max(6, digits));
}
