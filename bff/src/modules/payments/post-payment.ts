import type { Currency } from '@portal/contract/money';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import {
  type BalanceOwner,
  type EntryKind,
  type NewEntry,
  type PostedEntry,
  type ProviderAccount,
  postEntry,
} from '../ledger/post-entry.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import type { NewPayment } from './payments.repository.ts';

/** What the ledger needs of a payment. */
export type PostedPayment = BalanceOwner &
  Pick<NewPayment, 'payment_id' | 'method' | 'type' | 'amount' | 'tax_amount' | 'gross_amount'> & {
    currency: Currency;
  };

/**
 * Posts a payment whose money has arrived, or that gives money back, and stores the balance before and after it. VAT goes to
 * its own account. Throws EntryConflict if the event was posted with other content.
 */
export async function postPayment(
  tx: Transaction,
  payment: PostedPayment,
  event: Pick<NewEntry, 'eventKey' | 'reason' | 'actor' | 'occurredAt'>,
): Promise<PostedEntry> {
  const { account_id, service_id, currency, type, amount, tax_amount, gross_amount } = payment;
  const entry = await postEntry(tx, {
    ...event,
    kind: kindOf(type),
    postings: [
      { account: { account_id, service_id }, currency, amount },
      { account: 'vat', currency, amount: tax_amount },
      { account: counterAccount(payment), currency, amount: new Big(gross_amount).times(-1).toFixed(2) },
    ],
  });
  if (entry.isNew) await linkPayment(tx, payment, entry.entry_id);
  return entry;
}

/**
 * Records that an entry credited or debited a payment in full, and that webhooks are notified of a credit. The entry is the
 * service's latest one.
 */
export async function linkPayment(tx: Transaction, payment: PostedPayment, entry_id: number): Promise<void> {
  const { account_id, payment_id, service_id, amount, gross_amount } = payment;
  await tx.run(sql`
    insert into payment_entries (account_id, payment_id, entry_id, amount, received, language)
    select account_id, ${payment_id}, ${entry_id}, ${amount}, ${gross_amount}, language
    from accounts where account_id = ${account_id}`);
  const { balance_after, service_type } = await tx.one<CreditedService>(sql`
    update payments p set balance_before = s.balance - ${amount}::numeric, balance_after = s.balance
    from services s
    where p.account_id = ${account_id} and p.payment_id = ${payment_id}
      and s.account_id = ${account_id} and s.service_id = ${service_id}
    returning p.balance_after, s.type as service_type`);
  if (new Big(amount).lte(0)) return;
  const { method, type, currency, tax_amount } = payment;
  const amounts = { amount, tax_amount, gross_amount, balance_after };
  const data = { payment_id, method, type, service_id, service_type, currency, ...amounts };
  await recordEvents(tx, account_id, 'payment.credited', [{ key: String(entry_id), data }]);
}

interface CreditedService {
  balance_after: string;
  service_type: string;
}

function kindOf(type: string): EntryKind {
  if (type === 'top_up' || type === 'refund' || type === 'adjustment') return type;
  return 'credit';
}

function counterAccount({ method, type }: PostedPayment): ProviderAccount {
  if (type === 'refund') return 'refunds';
  if (method === 'bank_transfer') return 'incoming_bank';
  return method === 'crypto' ? 'crypto_clearing' : 'credits';
}
