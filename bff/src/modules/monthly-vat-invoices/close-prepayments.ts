import { isEuCountry } from '@portal/contract/tax-number';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Transaction } from '../../database/database.ts';
import { Big } from '../../listing/decimal.ts';
import { vatOn } from '../vat/vat.ts';
import { type Closing, type ClosingContext, closingActor, contentOf } from './closing.ts';
import { insertReceipts } from './document-receipts.repository.ts';
import type { Tax, Usage } from './invoice-arithmetic.ts';
import { type IssuedInvoice, issueInvoice } from './issue-invoice.ts';
import { findPendingUsage, insertClosing } from './month-closings.repository.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';
import { postRounding } from './post-invoice.ts';
import { findInvoicesGivenBack, findPrepayments, type Prepayment } from './prepayments.repository.ts';
import type { BilledMonth } from './usage.repository.ts';

/** The document lists the payments of the month, whose VAT was posted with them. Usage is not taxed again. */
export async function closePrepayments(
  tx: Transaction,
  context: ClosingContext,
  closing: Closing,
): Promise<StoredInvoice | undefined> {
  const { month, closings, now } = closing;
  const pending = await findPendingUsage(tx, month, closings);
  const { prepayments, content } = await preparePrepayments(tx, context, closing);
  if (content === undefined) {
    await insertClosing(tx, month, pending, null);
    return undefined;
  }
  const invoice = await issueInvoice(tx, context.config, content);
  const receipts = prepayments.map(({ entry_id, gross_amount: amount }) => ({ entry_id, amount }));
  await insertReceipts(tx, month.accountId, invoice.monthly_vat_invoice_id, receipts, { atIssue: true });
  await insertClosing(tx, month, pending, invoice.monthly_vat_invoice_id);
  await postRounding(tx, invoice, { actor: closingActor, occurredAt: now.toISO() ?? '' });
  return invoice;
}

/** Returns what the document would contain if the month were closed now; nothing without payments. It only reads. */
export async function preparePrepayments(
  tx: Transaction,
  { config }: Pick<ClosingContext, 'config'>,
  closing: Closing,
): Promise<{ prepayments: Prepayment[]; content?: IssuedInvoice }> {
  const { account, month } = closing;
  const prepayments = await findPrepayments(tx, month);
  if (prepayments.length === 0) return { prepayments };
  const content = {
    ...(await contentOf(tx, closing)),
    basis: 'prepayment' as const,
    usages: prepayments.map((each) => lineOf(each, month, taxOf(each, account, config))),
    tax: vatOn(month.period.end_date, account, config),
    chargeable: prepayments.map(({ tax_day: day, tax_amount: amount }) => ({ day, amount })),
    payments: prepayments.map(({ payment_id, number, date, gross_amount: amount }) => ({
      payment_id,
      number,
      date,
      amount,
    })),
    givesBack: await findInvoicesGivenBack(tx, month, prepayments),
  };
  return { prepayments, content };
}

function lineOf(
  { number, payment_id, date, net_amount }: Prepayment,
  { type }: BilledMonth,
  tax: Tax,
): Usage {
  const name = number ?? payment_id;
  return {
    code: 'prepayment',
    description: `Prepayment ${name} of ${date}`,
    params: { number: name, date },
    service_type: type === 'messaging' ? 'messaging' : 'voicing',
    quantity: net_amount.startsWith('-') ? '-1' : '1',
    unit: 'piece',
    amount: net_amount,
    tax,
  };
}

/** The tax that a payment was charged with: its rate is stored, the reason of a zero follows from the customer's country. */
function taxOf({ tax_rate, date }: Prepayment, account: AccountRow, config: ClosingContext['config']): Tax {
  if (new Big(tax_rate).gt(0)) return { treatment: 'standard', rate: tax_rate };
  const derived = vatOn(date, account, config);
  if (derived.treatment !== 'standard') return derived;
  const isReverseCharge = account.country !== null && isEuCountry(account.country);
  return { treatment: isReverseCharge ? 'reverse_charge' : 'outside_scope', rate: '0.00' };
}
