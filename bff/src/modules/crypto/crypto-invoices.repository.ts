import type { CryptoOption } from '@portal/contract/top-up-quote';
import type { Queryable } from '../../database/database.ts';
import { insertInto, sql } from '../../database/sql.ts';
import type {
  CryptoProvider,
  ProviderInvoice,
  ProviderTransaction,
} from '../crypto-providers/crypto-provider.ts';
import type { PostedPayment } from '../payments/post-payment.ts';

type Owner = Pick<PostedPayment, 'account_id' | 'payment_id'>;

/** The stored members of an invoice: all but its state and its transactions. */
type StoredInvoice = Omit<ProviderInvoice, 'invoice_id' | 'status' | 'is_marked' | 'transactions'>;

export interface CryptoInvoiceRow extends StoredInvoice, CryptoOption {
  provider: string;
  invoice_id: string;
}

export interface CryptoTransactionRow {
  transaction_id: string;
  amount: string;
  fee: string;
  state: ProviderTransaction['state'];
  confirmations: number | null;
  received_at: string;
  is_late: boolean;
  credited: string | null;
  /** What it was credited for, before the sum was rounded to cents; null until then. */
  worth: string | null;
}

/** A payment with its invoice, locked until the transaction ends. */
export type LockedCryptoPayment = PostedPayment & {
  number: string;
  status: string;
  status_reason: string | null;
  tax_rate: string;
  pay_currency: string;
  /** When the quote ends that the customer was shown. */
  expires_at: string;
  read_at: string;
};

export async function insertCryptoInvoice(
  db: Queryable,
  { account_id, payment_id }: Owner,
  provider: CryptoProvider['name'],
  option: CryptoOption,
  invoice: ProviderInvoice,
  nextRead: string,
): Promise<void> {
  const { status: _, is_marked: __, transactions: ___, ...stored } = invoice;
  const { pay_currency, network, network_title } = option;
  const row = {
    account_id,
    payment_id,
    provider,
    pay_currency,
    network,
    network_title,
    ...membersOf(stored),
  };
  await db.run(
    insertInto('crypto_invoices', {
      ...row,
      invoice_id: invoice.invoice_id,
      next_read_at: nextRead,
    }),
  );
}

/** The columns of an invoice, without members that a provider adds. */
function membersOf(invoice: StoredInvoice): StoredInvoice {
  const { checkout_url, pay_address, memo, payment_uri, rate, pay_amount, due_amount, network_fee } = invoice;
  const { confirmations_required, expires_at, monitoring_until } = invoice;
  return {
    checkout_url,
    pay_address,
    memo,
    payment_uri,
    rate,
    pay_amount,
    due_amount,
    network_fee,
    confirmations_required,
    expires_at,
    monitoring_until,
  };
}

/** Finds the invoice of a payment that the account's transaction may see. */
export async function findCryptoInvoice(db: Queryable, accountId: string, paymentId: string) {
  return db.first<CryptoInvoiceRow>(sql`
    select provider, invoice_id, pay_currency, network, network_title, checkout_url, pay_address, memo, payment_uri, rate,
      pay_amount, due_amount, network_fee, confirmations_required, expires_at, monitoring_until
    from crypto_invoices where account_id = ${accountId} and payment_id = ${paymentId}`);
}

export async function findCryptoTransactions(db: Queryable, { account_id, payment_id }: Owner) {
  return db.query<CryptoTransactionRow>(sql`
    select transaction_id, amount, fee, state, confirmations, received_at, is_late, credited, worth
    from crypto_transactions where account_id = ${account_id} and payment_id = ${payment_id}
    order by received_at, transaction_id`);
}

export async function lockCryptoPayment(db: Queryable, provider: string, invoiceId: string) {
  return db.first<LockedCryptoPayment>(sql`
    select account_id, payment_id, service_id, number, method, type, status, status_reason, currency, amount, tax_rate,
      tax_amount, gross_amount, i.pay_currency, coalesce(p.expires_at, i.expires_at) as expires_at, i.read_at
    from crypto_invoices i join payments p using (account_id, payment_id)
    where i.provider = ${provider} and i.invoice_id = ${invoiceId}
    for update`);
}

/** Stores what the provider reported in a reading that began at `readAt`. `nextRead` is when it is asked next. */
export async function updateCryptoInvoice(
  db: Queryable,
  { account_id, payment_id, expires_at }: Owner & { expires_at: string },
  { due_amount, network_fee, payment_uri, pay_address, monitoring_until }: ProviderInvoice,
  { readAt, nextRead }: { readAt: string; nextRead: string | null },
): Promise<void> {
  await db.run(sql`
    update crypto_invoices set due_amount = ${due_amount}, network_fee = ${network_fee}, payment_uri = ${payment_uri},
      pay_address = ${pay_address}, monitoring_until = ${monitoring_until}, expires_at = ${expires_at},
      read_at = ${readAt},
      -- A webhook that arrived meanwhile has asked for another reading.
      next_read_at = case when next_read_at <= now() then next_read_at else ${nextRead}::timestamptz end
    where account_id = ${account_id} and payment_id = ${payment_id}`);
  await db.run(sql`
    update payments set expires_at = ${expires_at}
    where account_id = ${account_id} and payment_id = ${payment_id} and expires_at > ${expires_at}`);
}

/** Stores a transfer. What is settled stays settled, and confirmations do not decrease. */
export async function upsertCryptoTransaction(
  db: Queryable,
  { account_id, payment_id }: Owner,
  { settled_amount: _, ...transaction }: ProviderTransaction,
  isLate: boolean,
): Promise<void> {
  const row = { account_id, payment_id, ...transaction, is_late: isLate };
  await db.run(sql`
    ${insertInto('crypto_transactions', row)}
    on conflict (account_id, payment_id, transaction_id) do update set
      state = case when crypto_transactions.state = 'settled' then 'settled' else excluded.state end,
      confirmations = greatest(crypto_transactions.confirmations, excluded.confirmations)`);
}

export async function updateCredited(
  db: Queryable,
  { account_id, payment_id }: Owner,
  transactionId: string,
  { credited, worth }: { credited: string; worth: string },
): Promise<void> {
  await db.run(sql`
    update crypto_transactions set credited = ${credited}, worth = ${worth}
    where account_id = ${account_id} and payment_id = ${payment_id} and transaction_id = ${transactionId}`);
}

/** Asks for a reading now. Returns false if one was asked for already, or the invoice is unknown. */
export async function requestReading(db: Queryable, provider: string, invoiceId: string): Promise<boolean> {
  const count = await db.run(sql`
    update crypto_invoices set next_read_at = now()
    where provider = ${provider} and invoice_id = ${invoiceId} and coalesce(next_read_at > now(), true)`);
  return count > 0;
}

/** Claims a reading: webhooks from now on ask for another one. Returns when it begins; undefined for an unknown invoice. */
export async function claimReading(db: Queryable, provider: string, invoiceId: string) {
  const claimed = await db.first<{ began: string }>(sql`
    update crypto_invoices set next_read_at = clock_timestamp() + interval '1 minute'
    where provider = ${provider} and invoice_id = ${invoiceId}
    returning clock_timestamp()::text as began`);
  return claimed?.began;
}

/** The invoices whose next reading is due, longest waiting first. */
export async function findDueReadings(db: Queryable, provider: CryptoProvider['name']) {
  return db.query<{ provider: string; invoice_id: string }>(sql`
    select provider, invoice_id from crypto_invoices where provider = ${provider} and next_read_at <= now() order by next_read_at limit 200`);
}
