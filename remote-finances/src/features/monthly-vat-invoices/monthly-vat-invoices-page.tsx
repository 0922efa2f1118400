import { monthlyVatInvoicesQuerySchema } from '@portal/contract/monthly-vat-invoices';
import { pagingEntries } from '@portal/contract/paging';
import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { useServices } from '@portal/shared/session';
import { Button, PageHeader, Reserved } from '@portal/shared/ui';
import { useLayoutEffect, useRef } from 'react';
import * as v from 'valibot';
import { CurrencyList } from '../../currency-list.tsx';
import { InvoicePanel } from './invoice/invoice-panel.tsx';
import { useInvoicesColumns } from './invoices-columns.tsx';
import { InvoicesDownload, useInvoiceSelection, useSelectionColumn } from './invoices-download.tsx';
import { InvoicesFilters, invoiceFilters } from './invoices-filters.tsx';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { useMonthlyVatInvoices } from './use-monthly-vat-invoices.ts';

// A patch without an offset returns to the first page; opening an invoice must stay on its page.
const openInvoiceSchema = v.object({
  invoice: v.optional(v.string()),
  /** The service whose next invoice is shown. */
  preview: v.optional(v.string()),
  offset: pagingEntries.offset,
});

export default function MonthlyVatInvoicesPage() {
  const [{ invoice, preview, offset }, setInvoice] = useUrlQuery(openInvoiceSchema);
  useFocusOnReturn(invoice ?? preview);
  if (invoice !== undefined) {
    return <InvoicePanel id={invoice} onBack={() => setInvoice({ invoice: null, offset })} />;
  }
  if (preview !== undefined) {
    return (
      <PreviewPanel
        serviceId={preview}
        onServiceChange={(id) => setInvoice({ preview: id, offset }, { replace: true })}
        onBack={() => setInvoice({ preview: null, offset })}
      />
    );
  }
  return (
    <InvoicesList
      onOpen={(id) => setInvoice({ invoice: id, offset })}
      onPreview={(id) => setInvoice({ preview: id, offset })}
    />
  );
}

/** Moves the focus to the row of the invoice that was open, or to the page: the document's button that had it is gone. */
function useFocusOnReturn(open: string | undefined): void {
  const previous = useRef(open);
  useLayoutEffect(() => {
    const left = previous.current;
    previous.current = open;
    if (left === undefined || open !== undefined) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(left)}"] td:last-child button`);
    (row ?? document.querySelector('main'))?.focus({ preventScroll: row === null });
  }, [open]);
}

interface InvoicesListProps {
  onOpen: (id: string) => void;
  onPreview: (serviceId: string) => void;
}

/** The invoices, with filters, sums and pages. */
function InvoicesList({ onOpen, onPreview }: InvoicesListProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const [query, setQuery] = useUrlQuery(monthlyVatInvoicesQuerySchema);
  const invoices = useMonthlyVatInvoices(query);
  const selection = useInvoiceSelection();
  const selectionColumn = useSelectionColumn(selection, invoices.data?.items ?? []);
  const columns = [selectionColumn, ...useInvoicesColumns()];
  const reset = () => setQuery(invoiceFilters.reset);
  const services = useServices();
  const [service] = services.data?.services ?? [];
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          (service || services.isPending) && (
            <Reserved isLoading={services.isPending}>
              <Button theme="outline" icon="invoice" onClick={() => service && onPreview(service.service_id)}>
                {t('preview.open')}
              </Button>
            </Reserved>
          )
        }
      />
      <CurrencyList
        caption={t('caption')}
        columns={columns}
        query={invoices}
        rowKey={({ monthly_vat_invoice_id }) => monthly_vat_invoice_id}
        order={query.order}
        onChange={setQuery}
        onRowOpen={({ monthly_vat_invoice_id }) => onOpen(monthly_vat_invoice_id)}
        isRowSelected={({ monthly_vat_invoice_id }) => selection.ids.has(monthly_vat_invoice_id)}
        rowLabel={({ number }) => t('open', { number })}
        countText={(count) => t('count', { count })}
        empty={{
          textOf: (key) => t(`empty.${key}`),
          isFiltered: invoiceFilters.count(query) > 0,
          onReset: reset,
        }}
        sumsTitle={t('summary.title')}
        sumsOf={({ net_amount, tax_amount, gross_amount }) => [
          [t('summary.net'), net_amount],
          [t('summary.vat'), tax_amount],
          [t('summary.gross'), gross_amount],
        ]}
      >
        <InvoicesFilters
          query={query}
          years={invoices.data?.years ?? []}
          onChange={setQuery}
          onReset={reset}
        />
        <Reserved isLoading={invoices.isPending}>
          <InvoicesDownload
            selection={selection}
            query={query}
            total={invoices.data?.total ?? (invoices.isPending ? 1 : 0)}
          />
        </Reserved>
      </CurrencyList>
    </>
  );
}
