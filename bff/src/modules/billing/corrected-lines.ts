import { type InvoiceLine, invoiceLineUnits } from '@portal/contract/monthly-vat-invoice-detail';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import type { Tax, Usage } from '../monthly-vat-invoices/invoice-arithmetic.ts';
import type { LineCorrections } from '../monthly-vat-invoices/invoice-corrections.repository.ts';
import type { StoredInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { vatCategories } from '../vat/vat.ts';

/** What is to be corrected of a line: its net amount, positive for a line that was charged. */
export interface CorrectedLine {
  line: InvoiceLine;
  net: Big;
  /** Whether nothing of the line was corrected before, and nothing is left afterwards. */
  isWhole: boolean;
  /** Whether nothing of the line is left afterwards. */
  isRest: boolean;
}

/**
 * Returns what a credit note corrects: every line that is left, what is left of one line, or a part of it. Throws OperatorError if
 * the invoice has no such line, or less is left of it.
 */
export function linesToCorrect(
  { number, net_amount, detail }: StoredInvoice,
  earlier: readonly LineCorrections[],
  { line: lineId, amount }: { line?: string | undefined; amount?: string | undefined },
): CorrectedLine[] {
  const leftOf = (line: InvoiceLine) => {
    const corrected = earlier.find(({ corrected_line_id }) => corrected_line_id === line.line_id);
    return new Big(line.net_amount).plus(corrected?.net_amount ?? 0);
  };
  const corrected = (line: InvoiceLine, net: Big): CorrectedLine => {
    const isRest = net.eq(leftOf(line));
    return { line, net, isRest, isWhole: isRest && net.eq(line.net_amount) };
  };
  const lines = detail.lines.filter(({ line_id }) => lineId === undefined || line_id === lineId);
  if (lines.length === 0)
    throw new OperatorError(`${number} has no line ${lineId}: ${linesOf(detail.lines)}`);
  const asked = lines.map((line) => corrected(line, amount === undefined ? leftOf(line) : new Big(amount)));
  const chosen = asked.filter(({ net }) => !net.eq(0));
  for (const { line, net } of chosen) refuseMore(number, line, net, leftOf(line));
  const left = earlier.reduce((sum, each) => sum.plus(each.net_amount), new Big(net_amount));
  const total = chosen.reduce((sum, { net }) => sum.plus(net), new Big(0));
  if (total.lte(0) || total.gt(left))
    throw new OperatorError(`${number} cannot be credited: ${left.toFixed(2)} of its net amount is left.`);
  return chosen;
}

function refuseMore(number: string, { line_id }: InvoiceLine, net: Big, left: Big): void {
  const isWithin = left.gt(0) ? net.gt(0) && net.lte(left) : net.eq(left);
  if (!isWithin)
    throw new OperatorError(
      `Line ${line_id} of ${number} has a net amount of ${left.toFixed(2)} left, ${net.toFixed(2)} cannot be corrected.`,
    );
}

function linesOf(lines: readonly InvoiceLine[]): string {
  return lines
    .map(({ line_id, description, net_amount }) => `${line_id} ${description} ${net_amount}`)
    .join('; ');
}

/** The line of a credit note, with the tax of the line that it corrects. */
export function usageOf({ line, net, isWhole }: CorrectedLine, serviceType: Usage['service_type']): Usage {
  const quantity = new Big(isWhole ? line.quantity : 1).times(isWhole || net.gt(0) ? -1 : 1);
  return {
    code: line.description_code ?? 'adjustment',
    description: line.description,
    params: line.description_params ?? {},
    service_type: serviceType,
    quantity: quantity.toFixed(),
    unit: (isWhole ? invoiceLineUnits.find((unit) => unit === line.unit) : undefined) ?? 'piece',
    amount: net.times(-1).toFixed(2),
    ...(isWhole && { unit_price: line.unit_price }),
    tax: taxOf(line),
  };
}

/** The tax that a line was charged with. */
export function taxOf({ tax_category, tax_rate }: InvoiceLine): Tax {
  const treatments = ['standard', 'reverse_charge', 'outside_scope'] as const;
  const treatment = treatments.find((each) => vatCategories[each] === tax_category);
  if (treatment === undefined) throw new Error(`a line has the tax category ${tax_category}`);
  return { treatment, rate: tax_rate };
}
