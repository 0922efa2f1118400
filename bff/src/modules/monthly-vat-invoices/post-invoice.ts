import type { Transaction } from '../../database/database.ts';
import { Big } from '../../listing/decimal.ts';
import { type NewEntry, type PostedEntry, type Posting, postEntry } from '../ledger/post-entry.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';

interface DocumentEntry extends Pick<NewEntry, 'actor' | 'occurredAt'> {
  accountId: string;
  /** The service that pays it. */
  serviceId: string;
  /** What was charged before for what the document lists: by usage batches and by the renewals of numbers. */
  charged: { usage: string; rents: string };
}

/**
 * Posts a usage-based document: VAT and the rounding of the lines, because usage was charged when it was imported, and numbers when
 * they renewed. Together they debit the document's gross amount; a credit note credits it. Returns nothing if there is nothing left
 * to post: without VAT and without rounding all of it was charged before.
 */
export async function postInvoice(
  tx: Transaction,
  invoice: StoredInvoice,
  { accountId, serviceId, charged, actor, occurredAt }: DocumentEntry,
): Promise<PostedEntry | undefined> {
  const { currency, number, document_type, net_amount, tax_amount, gross_amount, rounding = '0' } = invoice;
  if (invoice.basis !== 'usage') throw new Error('a prepayment document changes no balance');
  const rents = invoice.detail.lines
    .filter(
      ({ description_code }) => description_code === 'number_rental' || description_code === 'number_setup',
    )
    .reduce((sum, line) => sum.plus(line.net_amount), new Big(0));
  const usage = new Big(net_amount).minus(rents).minus(charged.usage).plus(rounding);
  const rentsLeft = rents.minus(charged.rents);
  const postings: Posting[] = [
    {
      account: { account_id: accountId, service_id: serviceId },
      currency,
      amount: new Big(charged.usage).plus(charged.rents).minus(gross_amount).minus(rounding).toFixed(6),
    },
    { account: 'number_rents', currency, amount: rentsLeft.toFixed(2) },
    { account: 'usage_revenue', currency, amount: usage.toFixed(6) },
    { account: 'vat', currency, amount: tax_amount },
  ];
  if (postings.every(({ amount }) => new Big(amount).eq(0))) return undefined;
  return postEntry(tx, {
    eventKey: `invoice:${invoice.monthly_vat_invoice_id}`,
    kind: document_type === 'credit_note' ? 'credit_note' : 'invoice',
    reason: `Document ${number}`,
    actor,
    occurredAt,
    postings,
  });
}

/**
 * Posts by how much the VAT of a prepayment document, which is rounded once, differs from that of its payments. Nothing if they
 * agree: the payments have been posted before.
 */
export async function postRounding(
  tx: Transaction,
  { currency, number, monthly_vat_invoice_id, rounding = '0.00' }: StoredInvoice,
  { actor, occurredAt }: Pick<NewEntry, 'actor' | 'occurredAt'>,
): Promise<void> {
  if (new Big(rounding).eq(0)) return;
  await postEntry(tx, {
    eventKey: `invoice:${monthly_vat_invoice_id}`,
    kind: 'invoice',
    reason: `Rounding of the VAT of document ${number}`,
    actor,
    occurredAt,
    postings: [
      { account: 'vat', currency, amount: new Big(rounding).times(-1).toFixed(2) },
      { account: 'usage_revenue', currency, amount: rounding },
    ],
  });
}
