import * as v from 'valibot';
import { Big } from '../../listing/decimal.ts';
import type { ProviderInvoice } from './crypto-provider.ts';

const amount = v.string();

/** An invoice of the sandbox, as it is stored. */
export const sandboxInvoiceSchema = v.object({
  invoice_id: v.string(),
  payment_id: v.string(),
  pay_currency: v.string(),
  /** Of the pay currency, for amounts. */
  decimals: v.number(),
  status: v.picklist(['new', 'processing', 'settled', 'expired', 'invalid']),
  is_marked: v.boolean(),
  checkout_url: v.null(),
  pay_address: v.string(),
  memo: v.null(),
  payment_uri: v.string(),
  rate: amount,
  pay_amount: amount,
  due_amount: amount,
  network_fee: amount,
  confirmations_required: v.number(),
  expires_at: v.string(),
  monitoring_until: v.string(),
  transactions: v.array(
    v.object({
      transaction_id: v.string(),
      amount,
      fee: amount,
      state: v.picklist(['detected', 'settled', 'invalid']),
      confirmations: v.number(),
      received_at: v.string(),
      settled_amount: v.nullable(amount),
    }),
  ),
});
export type SandboxInvoice = v.InferOutput<typeof sandboxInvoiceSchema>;

/** What a person can do on the page of the sandbox. */
export const sandboxActs = [
  'pay',
  'pay_part',
  'pay_over',
  'confirm_some',
  'confirm',
  'expire',
  'pay_late',
  'invalidate',
  'mark_settled',
  'mark_invalid',
] as const;
export type SandboxAct = (typeof sandboxActs)[number];

/** Late transfers are worth less: the quote has ended. */
const lateFactor = '0.98';
const someConfirmations = 7;

/** Returns the invoice after an act. `toleranceShare` is the part of an amount that may be missing. */
export function afterAct(
  before: SandboxInvoice,
  act: SandboxAct,
  now: Date,
  tolerance: string,
): SandboxInvoice {
  const invoice = structuredClone(before);
  switch (act) {
    case 'pay':
      addTransfer(invoice, new Big(dueOf(invoice)), now);
      break;
    case 'pay_part':
      addTransfer(invoice, new Big(invoice.pay_amount).times('0.4'), now);
      break;
    case 'pay_over':
      addTransfer(invoice, new Big(dueOf(invoice)).plus(new Big(invoice.pay_amount).times('0.1')), now);
      break;
    case 'confirm_some':
      confirm(invoice, someConfirmations);
      break;
    case 'confirm':
      confirm(invoice, invoice.confirmations_required);
      break;
    case 'expire':
      expire(invoice, now);
      break;
    case 'pay_late':
      expire(invoice, now);
      addTransfer(invoice, new Big(dueOf(invoice)), now);
      break;
    case 'invalidate':
      for (const transaction of invoice.transactions)
        if (transaction.state === 'detected') transaction.state = 'invalid';
      invoice.status = 'invalid';
      break;
    case 'mark_settled':
    case 'mark_invalid':
      invoice.status = act === 'mark_settled' ? 'settled' : 'invalid';
      invoice.is_marked = true;
      break;
    default:
      return act satisfies never;
  }
  return asOf(invoice, now, tolerance);
}

/** Returns the invoice at a moment: expired if nothing has paid it in time, paid if its transfers are enough. */
export function asOf(before: SandboxInvoice, now: Date, tolerance: string): SandboxInvoice {
  const invoice = { ...before, due_amount: dueOf(before) };
  const isFinal = invoice.is_marked || invoice.status === 'invalid' || invoice.status === 'settled';
  if (isFinal) return invoice;
  const inTime = invoice.transactions.filter(
    ({ received_at, state }) => state !== 'invalid' && received_at < invoice.expires_at,
  );
  const enough = new Big(invoice.pay_amount).times(new Big(100).minus(tolerance)).div(100);
  const isPaid = sumOf(inTime).gte(enough);
  const isSettled = sumOf(inTime.filter(({ state }) => state === 'settled')).gte(enough);
  const open = now.toISOString() < invoice.expires_at ? 'new' : 'expired';
  return { ...invoice, status: isSettled ? 'settled' : isPaid ? 'processing' : open };
}

function addTransfer(invoice: SandboxInvoice, sum: Big, now: Date): void {
  if (sum.lte(0)) return;
  const amount = sum.toFixed(invoice.decimals);
  const received_at = now.toISOString();
  const value = new Big(amount).times(invoice.rate).times(lateFactor);
  invoice.transactions.push({
    transaction_id: `${invoice.invoice_id}-${invoice.transactions.length + 1}`,
    amount,
    fee: '0',
    state: 'detected',
    confirmations: 0,
    received_at,
    settled_amount: received_at < invoice.expires_at ? null : value.toFixed(2),
  });
}

function confirm(invoice: SandboxInvoice, count: number): void {
  for (const transaction of invoice.transactions) {
    if (transaction.state !== 'detected') continue;
    transaction.confirmations = Math.min(transaction.confirmations + count, invoice.confirmations_required);
    if (transaction.confirmations === invoice.confirmations_required) transaction.state = 'settled';
  }
}

function expire(invoice: SandboxInvoice, now: Date): void {
  if (invoice.expires_at > now.toISOString()) invoice.expires_at = now.toISOString();
}

function dueOf({ pay_amount, transactions, decimals }: SandboxInvoice): string {
  const due = new Big(pay_amount).minus(sumOf(transactions.filter(({ state }) => state !== 'invalid')));
  return (due.lt(0) ? new Big(0) : due).toFixed(decimals);
}

function sumOf(transactions: readonly Pick<ProviderInvoice['transactions'][number], 'amount'>[]): Big {
  return transactions.reduce((sum, { amount: one }) => sum.plus(one), new Big(0));
}
