import { DateTime } from 'luxon';
import { findAccount } from '../../accounts/accounts.repository.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { mailDay, mailMoney, mailMonth } from '../../mail/mail-formats.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { renewNumbers } from '../number-rents/renew-numbers.ts';
import { findService } from '../services/services.repository.ts';
import { closePrepayments } from './close-prepayments.ts';
import { closeUsage } from './close-usage.ts';
import type { Closing, ClosingContext } from './closing.ts';
import { findClosings } from './month-closings.repository.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';
import { nextMonth } from './next-month.ts';

export interface ClosedMonth {
  /** `YYYY-MM`. */
  month: string;
  /** None when there was nothing to invoice; several for prepayments of several buyers or treatments. */
  invoices: readonly StoredInvoice[];
}

/** Which months may be closed. */
export interface ClosingLimits {
  /** Only those that ended until this moment; now unless given. */
  endedBy?: DateTime;
  /** Only those up to this one, `YYYY-MM`. */
  lastMonth?: string | undefined;
}

/**
 * Closes the next open month of a service and issues its documents, in the caller's transaction: all or nothing. The service
 * is locked, so a month is closed once, however many processes try. Returns undefined if that month may not be closed.
 */
export async function closeNextMonth(
  tx: Transaction,
  context: ClosingContext,
  owner: BalanceOwner,
  { endedBy, lastMonth }: ClosingLimits = {},
): Promise<ClosedMonth | undefined> {
  const now = DateTime.utc();
  await tx.run(sql`
    select from services where account_id = ${owner.account_id} and service_id = ${owner.service_id} for no key update`);
  const account = await findAccount(tx, owner.account_id);
  const service = await findService(tx, owner.account_id, owner.service_id);
  if (account === undefined || service === undefined)
    throw new Error(`there is no service ${owner.service_id}`);
  const closings = await findClosings(tx, owner);
  const month = nextMonth(account, service, closings);
  const name = month.period.start_date.slice(0, 7);
  if (
    DateTime.fromISO(month.period.end_utc) > (endedBy ?? now) ||
    (lastMonth !== undefined && name > lastMonth)
  )
    return undefined;
  await renewNumbers(tx, context, owner, now);
  const closing = { account, month, closings, now };
  const close = service.vat_on === 'usage' ? closeUsage : closePrepayments;
  const invoices = await close(tx, context, closing);
  for (const invoice of invoices) await mailInvoice(tx, context, closing, invoice);
  return { month: name, invoices };
}

async function mailInvoice(
  tx: Transaction,
  { mailer }: ClosingContext,
  { account, month }: Closing,
  invoice: StoredInvoice,
): Promise<void> {
  // With the rounding: what was paid or is to be paid, to the cent.
  const total = new Big(invoice.gross_amount).plus(invoice.rounding ?? 0).abs();
  const values = {
    number: invoice.number,
    service_type: month.type,
    month: mailMonth(account.language, DateTime.fromISO(month.period.start_date)),
    gross: mailMoney(account.language, total.toFixed(2), invoice.currency),
    invoice_id: invoice.monthly_vat_invoice_id,
  };
  if (invoice.document_type === 'credit_note') return mailer.send(tx, account, 'credit_note_month', values);
  if (invoice.due_date === null) return mailer.send(tx, account, 'invoice_issued', values);
  const due = mailMoney(account.language, invoice.amount_due, invoice.currency);
  const due_date = mailDay(account.language, DateTime.fromISO(invoice.due_date));
  await mailer.send(tx, account, 'invoice_due', { ...values, due, due_date });
}
