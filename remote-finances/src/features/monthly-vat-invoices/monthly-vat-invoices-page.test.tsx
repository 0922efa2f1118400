import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getMonthlyVatInvoice } from '@portal/contract/monthly-vat-invoice-detail';
import { previewMonthlyVatInvoice } from '@portal/contract/monthly-vat-invoice-preview';
import { downloadMonthlyVatInvoices, listMonthlyVatInvoices } from '@portal/contract/monthly-vat-invoices';
import {
  invoicePaymentResponse,
  invoicePreviewResponse,
  monthlyVatInvoiceResponse,
  monthlyVatInvoicesResponse,
  problem,
  type ResponseBody,
  renderPage,
  reply,
  sentTo,
  servicesResponse,
} from '@portal/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import MonthlyVatInvoicesPage from './monthly-vat-invoices-page.tsx';

const path = '/finances/monthly-vat-invoices';
const [first] = monthlyVatInvoicesResponse.items;
const { invoice } = monthlyVatInvoiceResponse;

function show(
  response: ResponseBody<typeof listMonthlyVatInvoices> = monthlyVatInvoicesResponse,
  url = path,
) {
  return renderPage(<MonthlyVatInvoicesPage />, {
    path,
    url,
    handlers: [reply(listMonthlyVatInvoices, response), reply(getMonthlyVatInvoice)],
  });
}

function showInvoice(changes: Partial<ResponseBody<typeof getMonthlyVatInvoice>['invoice']> = {}) {
  const response = { success: true as const, invoice: { ...invoice, ...changes } };
  return renderPage(<MonthlyVatInvoicesPage />, {
    path,
    url: `${path}?invoice=mvi_01JCQ4`,
    handlers: [reply(getMonthlyVatInvoice, response), reply(listMonthlyVatInvoices)],
  });
}

describe('the list of invoices', () => {
  it('passes the focus to the opened invoice and back to its row', async () => {
    const { user } = show();
    const name = /Open invoice 2026-10-00412/;
    await user.click(await screen.findByRole('button', { name }));
    const back = await screen.findByRole('button', { name: 'All invoices' });
    expect(document.activeElement).toContainElement(back);
    await user.click(back);
    expect(await screen.findByRole('button', { name })).toHaveFocus();
  });

  it('shows each invoice with its sums and VAT', async () => {
    show();
    const row = await screen.findByRole('row', { name: /2026-10-00412/ });
    for (const text of [
      'October 2026',
      'Voicing',
      '€237.63',
      '24%',
      '€57.03',
      '€294.66',
      '€0.00',
      'Paid',
      'Invoice',
    ]) {
      expect(within(row).getByText(text)).toBeVisible();
    }
  });

  it('shows why no VAT is charged, and that there are several rates', async () => {
    const items = [
      { ...first!, tax_rate: '0.00', tax_treatment: 'reverse_charge' },
      {
        ...first!,
        monthly_vat_invoice_id: 'mvi_2',
        number: '2026-10-00413',
        service_type: null,
        tax_rate: null,
      },
    ];
    show({ ...monthlyVatInvoicesResponse, items });
    expect(await screen.findByText('Reverse charge')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /00413/ })).getByText('Several rates')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /00413/ })).getByText('All services')).toBeVisible();
  });

  it('filters by year and month, and clears the month with its year', async () => {
    const page = show();
    await screen.findByRole('row', { name: /2026-10/ });
    expect(screen.getByRole('button', { name: /^Month/ })).toBeDisabled();
    await page.user.click(screen.getByRole('button', { name: /^Year/ }));
    await page.user.click(await screen.findByRole('option', { name: '2026' }));
    await page.user.click(screen.getByRole('button', { name: /^Month/ }));
    await page.user.click(await screen.findByRole('option', { name: 'October 2026' }));
    expect(page.location().search).toBe('?year=2026&month=10');
    await waitFor(() =>
      expect(sentTo(listMonthlyVatInvoices).at(-1)?.query).toMatchObject({ year: '2026', month: '10' }),
    );
    await page.user.click(screen.getAllByRole('button', { name: 'Clear' })[0]!);
    expect(page.location().search).toBe('');
  });

  it('filters by text, and writes the filter into the URL', async () => {
    const page = show();
    await page.user.type(await screen.findByRole('searchbox', { name: 'Search invoices' }), '00412');
    await waitFor(() => expect(page.location().search).toBe('?filter_query=00412'));
  });

  it('distinguishes an account without invoices from filters that match none', async () => {
    const empty = { ...monthlyVatInvoicesResponse, items: [], summary: [], total: 0 };
    const page = show(empty, `${path}?year=2026`);
    const text = await screen.findByText('No invoices match');
    await page.user.click(within(text.parentElement!).getByRole('button', { name: 'Reset filters' }));
    expect(await screen.findByText('No invoices yet')).toBeVisible();
  });

  it('shows that loading failed, and can be tried again', async () => {
    renderPage(<MonthlyVatInvoicesPage />, {
      path,
      handlers: [reply(listMonthlyVatInvoices, problem('upstream_error'))],
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the download of several invoices', () => {
  const items = ['mvi_1', 'mvi_2', 'mvi_3'].map((monthly_vat_invoice_id, index) => ({
    ...first!,
    monthly_vat_invoice_id,
    number: `2026-10-0000${index + 1}`,
  }));
  const zip = () => new HttpResponse<Blob>(new Blob(['PK'], { type: 'application/zip' }));
  const saved: string[] = [];

  function showList(total = 3, url = path, answer: typeof zip | ReturnType<typeof problem> = zip) {
    saved.length = 0;
    URL.createObjectURL = () => 'blob:zip';
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    return renderPage(<MonthlyVatInvoicesPage />, {
      path,
      url,
      handlers: [
        reply(listMonthlyVatInvoices, { ...monthlyVatInvoicesResponse, items, total }),
        reply(downloadMonthlyVatInvoices, answer),
      ],
    });
  }

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('saves those that are selected by keyboard, and says how many', async () => {
    const page = showList();
    const box = await screen.findByRole('checkbox', { name: 'Select invoice 2026-10-00002' });
    box.focus();
    await page.user.keyboard(' ');
    expect(screen.getByText('1 invoice selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all invoices on this page' })).toBePartiallyChecked();
    // Selecting a row does not open it.
    expect(page.location().search).toBe('');
    await page.user.click(screen.getByRole('button', { name: 'PDF (ZIP)' }));
    await waitFor(() => expect(saved).toEqual(['invoices_pdf.zip']));
    expect(sentTo(downloadMonthlyVatInvoices).at(-1)?.query).toMatchObject({ ids: 'mvi_2', format: 'pdf' });
  });

  it('selects all of the page, and clears the selection', async () => {
    const page = showList();
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select all invoices on this page' }));
    expect(screen.getByText('3 invoices selected')).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByText('All 3 invoices of the list')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select invoice 2026-10-00001' })).not.toBeChecked();
  });

  it('saves all that match the filters when none is selected', async () => {
    const page = showList(3, `${path}?year=2026`);
    await page.user.click(await screen.findByRole('button', { name: 'XML (ZIP)' }));
    await waitFor(() => expect(saved).toEqual(['invoices_xml.zip']));
    expect(sentTo(downloadMonthlyVatInvoices).at(-1)?.query).toMatchObject({ year: '2026', format: 'xml' });
  });

  it('asks for fewer when there are too many', async () => {
    showList(101);
    expect(await screen.findByText(/At most 100 at once/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'PDF (ZIP)' })).toBeDisabled();
  });

  it('shows why a download failed', async () => {
    const page = showList(3, path, problem('upstream_error'));
    await page.user.click(await screen.findByRole('button', { name: 'PDF (ZIP)' }));
    expect(await screen.findByText(/The document could not be downloaded/)).toBeVisible();
    expect(saved).toEqual([]);
  });
});

describe('an open invoice', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is named in the URL, and shows the record as it was issued', async () => {
    const page = show(monthlyVatInvoicesResponse, `${path}?offset=25`);
    await page.user.click(await screen.findByRole('button', { name: 'Open invoice 2026-10-00412' }));
    expect(page.location().search).toBe('?offset=25&invoice=mvi_01JCQ4');
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice 2026-10-00412' })).toBeVisible();
    const supplier = screen.getByRole('region', { name: 'Supplier' });
    expect(within(supplier).getByText('Provider OÜ')).toBeVisible();
    expect(within(supplier).getByText('EE38 2200 2210 2014 5685')).toBeVisible();
    const lines = screen.getByRole('table', { name: 'What is invoiced' });
    const line = within(lines).getByRole('row', { name: /Germany mobile/ });
    expect(within(line).getByText('1,503.4 min')).toBeVisible();
    expect(within(line).getByText('€0.1225')).toBeVisible();
    const taxes = screen.getByRole('table', { name: 'VAT breakdown' });
    expect(within(taxes).getByText('Standard (S)')).toBeVisible();
    const totals = screen.getByRole('region', { name: 'Totals' });
    expect(within(totals).getAllByText('€294.66')).toHaveLength(2);
    expect(within(totals).queryByText('Rounding')).toBeNull();
    expect(within(screen.getByRole('table', { name: 'Payments' })).getByText('pay_01JBX2')).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'All invoices' }));
    expect(page.location().search).toBe('?offset=25');
  });

  it('shows the VAT of each payment in euro, and their sum', async () => {
    const rates = [
      ['2026-10-02', '1.1', '21.82'],
      ['2026-10-20', '1.25', '19.20'],
    ] as const;
    showInvoice({
      currency: 'usd',
      tax_currency: 'eur',
      tax_amount_in_tax_currency: '41.02',
      tax_conversions: rates.map(([date, rate, amount]) => ({
        date,
        tax_amount: '24.00',
        exchange_rate: rate,
        exchange_rate_source: `ECB ${date}`,
        tax_amount_in_tax_currency: amount,
      })),
    });
    const shown = (await screen.findByText('VAT in EUR')).nextElementSibling;
    expect(shown).toHaveTextContent(
      '€41.02€21.82 (rate 1.1, ECB 2026-10-02)€19.20 (rate 1.25, ECB 2026-10-20)',
    );
  });

  it('shows the reason of reverse charge, the corrected invoice and the notes', async () => {
    showInvoice({
      document_type: 'credit_note',
      tax_treatment: 'reverse_charge',
      notes: ['Reverse charge'],
      preceding_invoice: { number: '2026-09-00001', date: '2026-10-01' },
      tax_breakdown: [
        {
          category: 'AE',
          rate: '0.00',
          taxable_amount: '10.00',
          tax_amount: '0.00',
          exemption_code: 'VATEX-EU-AE',
          exemption_text: 'Article 196',
        },
      ],
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Credit note 2026-10-00412' })).toBeVisible();
    expect(screen.getByText('2026-09-00001 of 01/10/2026')).toBeVisible();
    expect(screen.getByText('Article 196 · VATEX-EU-AE')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Notes' })).getByText('Reverse charge')).toBeVisible();
  });

  it('names all invoices whose payments a document gives back', async () => {
    showInvoice({
      document_type: 'credit_note',
      preceding_invoices: [
        { number: '2026-08-00003', date: '2026-09-01' },
        { number: '2026-09-00007', date: '2026-10-01' },
      ],
    });
    expect(await screen.findByText('2026-08-00003 of 01/09/2026, 2026-09-00007 of 01/10/2026')).toBeVisible();
  });

  it('says why the sum of calls can differ by cents, where calls were rounded by line', async () => {
    const page = showInvoice({});
    const note = /Each line is rounded to a cent/;
    expect(await screen.findByText(note)).toBeVisible();
    page.unmount();
    showInvoice({ basis: 'prepayment' });
    await screen.findByRole('region', { name: 'Totals' });
    expect(screen.queryByText(note)).toBeNull();
  });

  it('shows how to pay what is due', async () => {
    showInvoice({
      status: 'overdue',
      bank_details: { ...invoicePaymentResponse.bank_details, amount: '94.66', reference: 'RF2720261000412' },
    });
    const card = await screen.findByRole('region', { name: 'Bank details' });
    expect(within(card).getByRole('heading', { level: 2, name: 'Bank details' })).toBeVisible();
    expect(within(card).getByText('€94.66')).toBeVisible();
    expect(within(card).getByText('RF2720261000412')).toBeVisible();
    expect(within(card).getByRole('button', { name: 'Copy: Payment reference' })).toBeVisible();
    expect(within(card).getByRole('img', { name: 'QR code with these bank details' })).toBeVisible();
  });

  it('prints, and offers no documents that a server does not have', async () => {
    const print = jest.spyOn(globalThis, 'print').mockReturnValue();
    const page = showInvoice({ files: [] });
    await page.user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull();
  });

  it('offers the documents that exist', async () => {
    showInvoice();
    expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download XML' })).toBeVisible();
  });

  it('shows that it does not exist', async () => {
    renderPage(<MonthlyVatInvoicesPage />, {
      path,
      url: `${path}?invoice=mvi_other`,
      handlers: [reply(getMonthlyVatInvoice, problem('not_found')), reply(listMonthlyVatInvoices)],
    });
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('button', { name: 'All invoices' })).toBeVisible();
  });
});

describe('the preview of the next invoice', () => {
  const { preview } = invoicePreviewResponse;
  type Preview = ResponseBody<typeof previewMonthlyVatInvoice>['preview'];

  function showPreview(changes: Partial<Preview> = {}) {
    const response = { success: true as const, preview: { ...preview, ...changes } };
    return renderPage(<MonthlyVatInvoicesPage />, {
      path,
      url: `${path}?preview=${preview.service_id}`,
      handlers: [reply(previewMonthlyVatInvoice, response), reply(listMonthlyVatInvoices)],
    });
  }

  it('is opened from the list, named in the URL, and marked as a preview', async () => {
    const page = renderPage(<MonthlyVatInvoicesPage />, {
      path,
      url: `${path}?offset=25`,
      handlers: [reply(listMonthlyVatInvoices), reply(previewMonthlyVatInvoice)],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Preview of the next invoice' }));
    expect(page.location().search).toMatch(/^\?offset=25&preview=svc_/);
    expect(await screen.findByRole('heading', { level: 1, name: 'Preview: November 2026' })).toBeVisible();
    expect(screen.getByText('This is a preview, not an invoice')).toBeVisible();
    expect(screen.getByText(/As of 21\/11\/2026.* It changes with every call/)).toBeVisible();
    await page.user.click(screen.getByRole('button', { name: 'All invoices' }));
    expect(page.location().search).toBe('?offset=25');
  });

  it('shows lines, VAT with its reason, totals, and what numbers will still cost', async () => {
    showPreview();
    expect(await screen.findByText('Outgoing calls, Germany mobile')).toBeVisible();
    const totals = screen.getByRole('region', { name: 'Totals' });
    expect(within(totals).getAllByText('€62.16')).toHaveLength(2);
    expect(await screen.findByText(/You and we are in the same country \(Estonia, 24%\)/)).toBeVisible();
    expect(screen.getByText('Numbers that renew by the end of the month')).toBeVisible();
    expect(screen.queryByText(/2026-11-0/)).toBeNull();
  });

  it('shows that there is nothing yet, and that a month which has ended is about to be closed', async () => {
    showPreview({ lines: [], has_ended: true });
    expect(await screen.findByText('Nothing to invoice so far')).toBeVisible();
    expect(screen.getByText(/The month has ended/)).toBeVisible();
  });

  it('changes to another service', async () => {
    const page = showPreview();
    await page.user.click(await screen.findByRole('button', { name: /^Service/ }));
    await page.user.click(await screen.findByRole('option', { name: 'Messaging' }));
    const messaging = servicesResponse.services.find(({ type }) => type === 'messaging')!;
    await waitFor(() =>
      expect(sentTo(previewMonthlyVatInvoice).at(-1)?.query).toEqual({ service_id: messaging.service_id }),
    );
  });

  it('shows that loading failed, and can be tried again', async () => {
    renderPage(<MonthlyVatInvoicesPage />, {
      path,
      url: `${path}?preview=svc_1`,
      handlers: [reply(previewMonthlyVatInvoice, problem('upstream_error'))],
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
