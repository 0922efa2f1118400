import type { AccountRow } from '@portal/bff/accounts';
import type { Config } from '@portal/bff/config';
import type { Queryable } from '@portal/bff/database';
import type { BilledMonth } from '@portal/bff/invoice-usage';
import { customerOf, issueInvoice, type StoredInvoice } from '@portal/bff/invoices';
import type { NumberCharge } from '@portal/bff/number-charges';
import { DateTime } from 'luxon';
import { utc } from './days.ts';
import { correctedMonth, correction, type Finances } from './finances.ts';
import { allocate, type Credit, type DemoMonth } from './months.ts';
import type { DemoPayment } from './payments.ts';

interface InvoicesPlan {
  config: Config;
  account: AccountRow;
}

interface Document {
  issueDate: string;
  issue(): Promise<IssuedDocument>;
}

export interface IssuedDocument {
  invoice: StoredInvoice;
  month: BilledMonth;
  charges: readonly NumberCharge[];
  /** When it changed the balance. RFC 3339. */
  moment: string;
  /** The payment that a credit note credits, and what it corrects. */
  credit?: DemoPayment;
  corrected?: StoredInvoice;
}

/** Issues all invoices and the credit note, sorted by date. */
export async function issueDemoInvoices(
  tx: Queryable,
  plan: InvoicesPlan,
  finances: readonly Finances[],
): Promise<IssuedDocument[]> {
  const documents = finances.flatMap((each) => documentsOf(tx, plan, each));
  const issued: IssuedDocument[] = [];
  for (const { issue } of documents.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate)))
    issued.push(await issue());
  return issued;
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
      payments: (paid[index] ?? []).map((payment) => ({ ...payment, number: null })),
    };
    const issue = async () => {
      const invoice = await issueInvoice(tx, plan.config, document);
      if (isCorrected) corrected = invoice;
      return { invoice, month: demoMonth.month, charges: demoMonth.charges, moment: utc(demoMonth.issued) };
    };
    return { issueDate: document.issueDate, issue };
  });
  const month = months[correctedMonth];
  if (credit === undefined || month === undefined) return documents;
  const { date } = creditOf(credit, plan);
  const issueNote = async () => {
    if (corrected === undefined) throw new Error('a credit note comes after its invoice');
    return issueCreditNote(tx, plan, month, credit, corrected);
  };
  return [...documents, { issueDate: date, issue: issueNote }];
}

async function issueCreditNote(
  tx: Queryable,
  plan: InvoicesPlan,
  demoMonth: DemoMonth,
  credit: DemoPayment,
  corrected: StoredInvoice,
): Promise<IssuedDocument> {
  const { date, payment_id } = creditOf(credit, plan);
  const invoice = await issueInvoice(tx, plan.config, {
    ...documentOf(demoMonth, plan, false),
    issueDate: date,
    dueDate: date,
    usages: [correction],
    summary: { calls: null, answered_calls: null, minutes: null, messages: null, parts: null },
    payments: [{ payment_id, number: null, date, amount: `-${credit.amount}` }],
    corrects: { number: corrected.number, date: corrected.issue_date },
  });
  credit.monthly_vat_invoice_id = invoice.monthly_vat_invoice_id;
  return { invoice, month: demoMonth.month, charges: [], moment: credit.completed ?? '', credit, corrected };
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
    language: account.language,
    issueDate: issued.toISODate() ?? '',
    dueDate: issued.plus({ days: 14 }).toISODate() ?? '',
    customer: isFormer ? { ...customerOf(account), ...formerSeat } : customerOf(account),
  };
}

/** The company's address in its first month: those invoices use reverse charge. */
const formerSeat = { address: 'Brīvības iela 1, Rīga, LV-1010', country: 'lv', tax_number: 'LV40000000000' };

function creditOf(
  { payment_id, createdMs, amount, credited }: DemoPayment,
  { account }: InvoicesPlan,
): Credit {
  const date = DateTime.fromMillis(createdMs, { zone: account.timezone }).toISODate() ?? '';
  return { payment_id, createdMs, date, amount: credited ?? amount };
}
