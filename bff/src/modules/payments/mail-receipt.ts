import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { mailMoney } from '../../mail/mail-formats.ts';
import type { Recipient } from '../../mail/mailer.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import type { AwaitedPayment } from './awaited-payments.repository.ts';
import type { Receipt } from './receive-money.ts';

type Payer = Recipient &
  Pick<ServiceRow, 'type' | 'balance'> & {
    reference: string;
    /** Of the invoice that the transfer named, if it was one. */
    number: string;
  };

/** Mails the customer what has arrived, with its receipt, or was taken back, and what it changed. */
export async function mailReceipt(
  { mailer }: Pick<AppContext, 'mailer'>,
  tx: Transaction,
  payment: AwaitedPayment,
  { credited, status, received: total }: Receipt,
): Promise<void> {
  const { account_id, payment_id, method, currency, gross_amount, paid_amount } = payment;
  const payer = await tx.one<Payer>(sql`
    select a.email, a.name, a.language, a.email_confirmed_at, s.type, s.balance, coalesce(p.reference, p.number) as reference,
      coalesce(i.number, p.number) as number
    from payments p join accounts a using (account_id) join services s using (account_id, service_id)
    left join monthly_vat_invoices i on i.account_id = p.account_id and i.monthly_vat_invoice_id = p.monthly_vat_invoice_id
      and i.basis = 'usage'
    where p.account_id = ${account_id} and payment_id = ${payment_id}`);
  const money = (amount: string) => mailMoney(payer.language, amount, currency);
  const received = new Big(total).minus(paid_amount ?? 0);
  const values = {
    number: payer.number,
    service_type: payer.type,
    received: money(received.abs().toFixed(2)),
    credited: money(new Big(credited).abs().toFixed(2)),
    balance: money(payer.balance),
  };
  if (received.lt(0)) return mailer.send(tx, payer, 'payment_returned', values);
  const receipt = { account_id, payment_id };
  if (status === 'canceled' && method === 'bank_transfer')
    return mailer.sendReceipt(tx, payer, receipt, 'payment_received_canceled', values);
  if (status === 'expired') return mailer.sendReceipt(tx, payer, receipt, 'payment_received_expired', values);
  if (status !== 'partially_paid') return mailer.sendReceipt(tx, payer, receipt, 'payment_received', values);
  const missing = money(new Big(gross_amount).minus(total).toFixed(2));
  if (method === 'crypto')
    return mailer.sendReceipt(tx, payer, receipt, 'payment_partial_crypto', {
      ...values,
      missing,
      payment_id,
    });
  await mailer.sendReceipt(tx, payer, receipt, 'payment_partial', {
    ...values,
    missing,
    reference: payer.reference,
  });
}
