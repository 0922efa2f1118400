import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import { page } from '../../listing/page.ts';
import * as repository from './monthly-vat-invoices.repository.ts';

/** Endpoints 25 and 26. */
export async function monthlyVatInvoicesRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listMonthlyVatInvoices, async ({ tx, account, query }) => {
    const filter = { ...query, accountId: account.account_id };
    const rows = await repository.findInvoices(tx, filter);
    const summary = await repository.findInvoiceTotals(tx, filter);
    const years = await repository.findInvoiceYears(tx, account.account_id);
    const total = summary.reduce((sum, { count }) => sum + count, 0);
    const items = rows.map((row) => ({ ...row, has_pdf: false, has_xml: false }));
    return { ...page(query, items, total), summary, years };
  });

  route(app, context, endpoints.getMonthlyVatInvoice, async ({ tx, account, params, request }) => {
    const invoice = await repository.findInvoice(tx, account.account_id, params.monthly_vat_invoice_id);
    // PDF and XML documents do not exist yet; the list says so with has_pdf and has_xml.
    if (invoice === undefined || wantsDocument(request.headers.accept)) throw new HttpError('not_found');
    const { detail, ...row } = invoice;
    const type_code = row.document_type === 'credit_note' ? '381' : '380';
    return { invoice: { ...row, ...detail, type_code, files: [] } };
  });
}

function wantsDocument(accept = ''): boolean {
  return /application\/(pdf|xml)/.test(accept) && !/application\/json/.test(accept);
}
