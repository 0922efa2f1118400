import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { sendDocument } from '../../app/after-commit.ts';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { AttachReceipt } from '../../mail/mailer.ts';
import { transferTo } from '../bank-transfer/bank-transfer.ts';
import type { PrintedDocument } from '../documents/document.ts';
import { renderDocument } from '../documents/render-document.ts';
import { dayOfEntry } from '../ledger/day-of-entry.ts';
import { particularsSchema } from './particulars.ts';
import { hasDocument, type PrintedKind } from './payment-response.ts';
import { findPayment } from './payments.repository.ts';
import { printProforma, printReceipt, type ReceivedEntry } from './print-payment.ts';

/** Pro-forma invoices and receipts as PDFs. */
export async function paymentDocumentsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.getPaymentDocument, async (exchange) => {
    const { tx, account, params } = exchange;
    const found = await findPaymentDocument(tx, account.account_id, params.payment_id, params.document);
    if (found === undefined) throw new HttpError('not_found');
    return sendDocument(context, exchange, {
      name: found.fileName,
      mediaType: 'application/pdf',
      content: () => renderDocument(found.document),
    });
  });
}

/** Renders receipts for mails, as they are when the mail is sent. */
export function attachReceipts({ system }: Pick<Database, 'system'>): AttachReceipt {
  return async ({ account_id, payment_id }) => {
    const found = await findPaymentDocument(system, account_id, payment_id, 'receipt');
    if (found === undefined) return [];
    const content = Buffer.from(await renderDocument(found.document));
    return [{ filename: found.fileName, contentType: 'application/pdf', content }];
  };
}

/** Finds the data of a payment's document, ready to be rendered; undefined if the account's payment has none of the kind. */
export async function findPaymentDocument(
  db: Queryable,
  accountId: string,
  paymentId: string,
  kind: PrintedKind,
): Promise<{ fileName: string; document: PrintedDocument } | undefined> {
  const payment = await findPayment(db, accountId, paymentId);
  if (payment === undefined || !hasDocument(payment, kind)) return undefined;
  const stored = await db.one<{ particulars: unknown; purchase_order: string | null }>(sql`
    select particulars, purchase_order from payments where account_id = ${accountId} and payment_id = ${paymentId}`);
  const particulars = v.parse(particularsSchema, stored.particulars);
  const { number, payment_id, reference, gross_amount, amount, currency } = payment;
  const name = number ?? payment_id;
  const transfer = transferTo(particulars.issuer, {
    reference: reference ?? name,
    amount: gross_amount ?? amount,
    currency,
  });
  const entries = await findEntries(db, accountId, paymentId, particulars.timezone);
  const print = kind === 'receipt' ? printReceipt : printProforma;
  const printed = { payment, purchaseOrder: stored.purchase_order, particulars, transfer, entries };
  return { fileName: `${kind}_${name}.pdf`, document: print(printed) };
}

async function findEntries(db: Queryable, accountId: string, paymentId: string, timezone: string) {
  return db.query<ReceivedEntry>(sql`
    select ${dayOfEntry(sql`l.account_id`, timezone)}::text as date, e.recorded_at as recorded,
      l.received::text as received, l.amount::text as credited, l.language
    from payment_entries l join journal_entries e using (entry_id)
    where l.account_id = ${accountId} and l.payment_id = ${paymentId} and l.received is not null
    order by e.entry_id`);
}
