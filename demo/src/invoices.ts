import type { AccountRow } from '@portal/bff/accounts';
import type { Config } from '@portal/bff/config';
import type { Queryable } from '@portal/bff/database';
import { customerOf, issueInvoice } from '@portal/bff/invoices';
import { DateTime } from 'luxon';
import { correctedMonth, correction, type Finances } from './finances.ts';
import { allocate, type Credit, type DemoMonth } from './months.ts';
import type { DemoPayment } from './payments.ts';

interface InvoicesPlan {
  config: Config;
  account: AccountRow;
}

interface Document {
  issueDate: string;
  issue(): Promise<void>;
}

/** Issues all invoices and the credit note, sorted by date. */
export async function issueDemoInvoices(
  tx: Queryable,
  plan: InvoicesPlan,
  finances: readonly Finances[],
): Promise<void> {
  const documents = finances.flatMap((each) => documentsOf(tx, plan, each));
  for (const { issue } of documents.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))) await issue();
}

function documentsOf(tx: Queryable, plan: InvoicesPlan, { months, payments, credit }: Finances): Document[] {
  const dues = months.map(({ gross, issued }) => ({ gross, issuedMs: issued.toMillis() }));
  const paid = allocate(
    payments.map((payment) => creditOf(payment, plan)),
    dues,
  );
  let corrected: Awaited<ReturnType<typeof issueInvoice>> | undefined;
  const documents = months.map((demoMonth, index): Document => {
    const isCorrected = credit !== undefined && index === correctedMonth;
    const document = {
      ...documentOf(demoMonth, plan, index === 0),
      payments: paid[index] ?? [],
      isCorrected,
    };
    const issue = async () => {
      const issued = await issueInvoice(tx, plan.config, document);
      if (isCorrected) corrected = issued;
    };
    return { issueDate: document.issueDate, issue };
  });
  const month = months[correctedMonth];
  if (credit === undefined || month === undefined) return documents;
  const { date } = creditOf(credit, plan);
  const issueNote = async () => {
    if (corrected === undefined) throw new Error('a credit note comes after its invoice');
    await issueCreditNote(tx, plan, month, credit, { number: corrected.number, date: corrected.issue_date });
  };
  return [...documents, { issueDate: date, issue: issueNote }];
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
  { account }: InvoicesPlan,
  isFormer: boolean,
) {
  return {
    month,
    usages,
    summary,
    tax,
    issueDate: issued.toISODate() ?? '',
    dueDate: issued.plus({ days: 14 }).toISODate() ?? '',
    customer: isFormer ? { ...customerOf(account), ...formerSeat } : customerOf(account),
  };
}

/** The company's address in its first month: those invoices use reverse charge. */
const formerSeat = { address: 'Brīvības iela 1, Rīga, LV-1010', country: 'lv', tax_number: 'LV40000000000' };

function creditOf({ payment_id, createdMs, amount }: DemoPayment, { account }: InvoicesPlan): Credit {
  const date = DateTime.fromMillis(createdMs, { zone: account.timezone }).toISODate() ?? '';
  return { payment_id, createdMs, date, amount };
}
