import { endpoints } from '@portal/contract/endpoints';
import type { BankDetails } from '@portal/contract/payments';
import type { FastifyInstance } from 'fastify';
import { sendDocument } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Config } from '../../config/config.ts';
import { HttpError } from '../../errors/http-error.ts';
import { Big } from '../../listing/decimal.ts';
import { page } from '../../listing/page.ts';
import { issuerOf, transferTo } from '../bank-transfer/bank-transfer.ts';
import { creditorReference } from '../bank-transfer/creditor-reference.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { vatOfDocument } from '../vat/vat-of-document.ts';
import type { InvoiceFormat } from './compose-invoice-file.ts';
import { downloadInvoices } from './download-invoices.ts';
import {
  currentTerms,
  isPayable,
  precedingInvoices,
  untaxedReason,
  untaxedReasons,
  withDescription,
} from './invoice-document.ts';
import { fileNameOf, filesOf, mediaTypes, renderInvoice } from './invoice-files.ts';
import * as repository from './monthly-vat-invoices.repository.ts';
import { previewInvoice } from './preview-invoice.ts';

/** Endpoints 25 and 26, the documents of several invoices, and the preview of the next one. */
export async function monthlyVatInvoicesRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listMonthlyVatInvoices, async ({ tx, account, query }) => {
    const filter = { ...query, accountId: account.account_id };
    const rows = await repository.findInvoices(tx, filter);
    const summary = await repository.findInvoiceTotals(tx, filter);
    const years = await repository.findInvoiceYears(tx, account.account_id);
    const total = summary.reduce((sum, { count }) => sum + count, 0);
    const items = rows.map((row) => ({ ...row, has_pdf: true, has_xml: true }));
    return { ...page(query, items, total), summary, years };
  });

  route(app, context, endpoints.downloadMonthlyVatInvoices, downloadInvoices);

  const getInvoice = async ({
    tx,
    account,
    params,
    query,
    request,
    reply,
  }: ExchangeOf<'getMonthlyVatInvoice'>) => {
    const invoice = await repository.findInvoice(tx, account.account_id, params.monthly_vat_invoice_id);
    if (invoice === undefined) throw new HttpError('not_found');
    const format = query.format ?? acceptedFormat(request.headers.accept);
    if (format !== undefined)
      return sendDocument(
        context,
        { reply, account },
        {
          name: fileNameOf(invoice, format),
          mediaType: mediaTypes[format],
          content: () => renderInvoice(invoice, format),
        },
      );
    return { invoice: { ...toResponse(invoice), bank_details: bankDetails(invoice, context.config) } };
  };
  // One with hundreds of lines takes milliseconds of the process that answers all customers.
  route(app, context, endpoints.getMonthlyVatInvoice, getInvoice, { capacity: 'reports' });

  const preview = async ({ tx, account, query }: ExchangeOf<'previewMonthlyVatInvoice'>) => ({
    preview: await previewInvoice(tx, context.config, account, query),
  });
  route(app, context, endpoints.previewMonthlyVatInvoice, preview, { capacity: 'reports' });
}

/** The invoice as data: its content as issued, its state and terms as they are now, its texts in the language of its documents. */
function toResponse(invoice: repository.StoredInvoice) {
  const { detail, language, ...row } = invoice;
  const texts = documentTexts(language);
  return {
    ...row,
    ...detail,
    type_code: row.document_type === 'credit_note' ? '381' : '380',
    lines: detail.lines.map((line) => withDescription(line, invoice)),
    tax_breakdown: detail.tax_breakdown.map((tax) => ({
      ...tax,
      exemption_text: untaxedReason(texts, tax.category) ?? tax.exemption_text,
    })),
    preceding_invoices: precedingInvoices(detail),
    payment_terms: currentTerms(invoice),
    vat: vatOfDocument(invoice),
    notes: untaxedReasons({ tax_breakdown: detail.tax_breakdown, texts }),
    files: filesOf(invoice),
  };
}

/** How to pay what is due: the bank import recognizes the number of the invoice. */
function bankDetails(invoice: repository.InvoiceRow, config: Config): BankDetails | null {
  if (!isPayable(invoice)) return null;
  const { number, amount_due, currency } = invoice;
  const amount = new Big(amount_due).toFixed(2);
  return transferTo(issuerOf(config), { reference: creditorReference(number), amount, currency });
}

/** The document that the client prefers to JSON. */
function acceptedFormat(accept = ''): InvoiceFormat | undefined {
  if (/application\/json|text\/html/.test(accept)) return undefined;
  if (accept.includes(mediaTypes.pdf)) return 'pdf';
  return accept.includes(mediaTypes.xml) ? 'xml' : undefined;
}
