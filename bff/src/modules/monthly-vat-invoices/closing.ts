import type { DateTime } from 'luxon';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { customerOf, type IssuedInvoice } from './issue-invoice.ts';
import type { MonthClosing } from './month-closings.repository.ts';
import { type BilledMonth, findUsageSummary } from './usage.repository.ts';

export type ClosingContext = Pick<AppContext, 'config' | 'mailer'>;

/** A month of a locked service that is being closed. */
export interface Closing {
  account: AccountRow;
  month: BilledMonth;
  /** Its closed months, the earliest first. */
  closings: readonly MonthClosing[];
  now: DateTime;
}

/** Who posts the entries of closings. */
export const closingActor = 'billing:close';

/** Days from the day of issue to the day on which what the balance did not cover is due. */
const daysUntilDue = 14;

/** Returns what documents of both bases contain. They are issued today in the account's time zone. */
export async function contentOf(
  tx: Transaction,
  { account, month, now }: Closing,
): Promise<Pick<IssuedInvoice, 'month' | 'issueDate' | 'dueDate' | 'summary' | 'customer' | 'language'>> {
  const today = now.setZone(account.timezone);
  return {
    month,
    issueDate: today.toFormat('yyyy-MM-dd'),
    dueDate: today.plus({ days: daysUntilDue }).toFormat('yyyy-MM-dd'),
    summary: await findUsageSummary(tx, month),
    customer: customerOf(account),
    language: account.language,
  };
}
