import { DateTime } from 'luxon';
import type { Config } from '../config/config.ts';
import type { Queryable } from '../database/database.ts';
import type { AccountRow } from '../modules/accounts/accounts.repository.ts';
import { customerOf, issueInvoice } from '../modules/monthly-vat-invoices/issue-invoice.ts';
import { correctedMonth, correction, type Finances } from './demo-finances.ts';
import { allocate, type Credit } from './demo-ledger.ts';
import type { DemoMonth } from './demo-months.ts';
import type { DemoPayment } from './demo-payment.ts';

interface InvoicesPlan {
  config: Config;
  account: AccountRow;
  anchor: DateTime;
}

/** Issues the invoices of a service, month by month, and the credit note on one of them. */
export async function issueDemoInvoices(
  tx: Queryable,
  plan: InvoicesPlan,
  finances: Finances,
): Promise<void> {
  const { months, payments, credit } = finances;
  const dues = months.map(({ gross, issued }) => ({ gross, issuedMs: issued.toMillis() }));
  const paid = allocate(
    payments.map((payment) => creditOf(payment, plan)),
    dues,
  );
  for (const [index, demoMonth] of months.entries()) {
    const isCorrected = credit !== undefined && index === correctedMonth;
    const { number, issue_date } = await issueInvoice(tx, plan.config, {
      ...documentOf(demoMonth, plan, index === 0),
      payments: paid[index] ?? [],
      isCorrected,
    });
    if (isCorrected) await issueCreditNote(tx, plan, demoMonth, credit, { number, date: issue_date });
  }
}

async function issueCreditNote(
  tx: Queryable,
  plan: InvoicesPlan,
  demoMonth: DemoMonth,
  credit: DemoPayment,
  corrects: { number: string; date: string },
): Promise<void> {
  const { date, payment_id } = creditOf(credit, plan);
  const note = await issueInvoice(tx, plan.config, {
    ...documentOf(demoMonth, plan, false),
    issueDate: date,
    dueDate: date,
    usages: [correction],
    summary: { calls: null, answered_calls: null, minutes: null, messages: null, parts: null },
    payments: [{ payment_id, date, amount: `-${credit.amount}` }],
    corrects,
  });
  credit.monthly_vat_invoice_id = note.monthly_vat_invoice_id;
}

function documentOf(
  { month, issued, usages, summary, tax }: DemoMonth,
  { account, anchor }: InvoicesPlan,
  isFormer: boolean,
) {
  return {
    month,
    usages,
    summary,
    tax,
    timezone: account.timezone,
    today: anchor.toISODate() ?? '',
    issueDate: issued.toISODate() ?? '',
    dueDate: issued.plus({ days: 14 }).toISODate() ?? '',
    customer: isFormer ? { ...customerOf(account), ...formerSeat } : customerOf(account),
  };
}

/** In its first month the company sat in Riga: its first invoices are taxed there, by reverse charge. */
const formerSeat = { address: 'Brīvības iela 1, Rīga, LV-1010', country: 'lv', tax_number: 'LV40000000000' };

function creditOf({ payment_id, createdMs, amount }: DemoPayment, { account }: InvoicesPlan): Credit {
  const date = DateTime.fromMillis(createdMs, { zone: account.timezone }).toISODate() ?? '';
  return { payment_id, createdMs, date, amount };
}
