import {
  getMonthlyVatInvoice,
  type MonthlyVatInvoiceDetail,
} from '@portal/contract/monthly-vat-invoice-detail';
import { endpointQuery, requestDocument, useQuery } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Inline, Loader, QueryFallback, Skeleton, Stack } from '@portal/shared/ui';
import { Suspense } from 'react';
import { BankDetailsCard } from '../../../bank-details-card.tsx';
import { useSaveDocument } from '../../../use-save-document.ts';
import { DocumentPanel } from '../document-panel.tsx';
import { useInvoiceWords } from '../use-monthly-vat-invoices.ts';
import classes from './invoice.module.css';
import { InvoiceDocument } from './invoice-document.tsx';

interface InvoicePanelProps {
  id: string;
  onBack: () => void;
}

/** One invoice instead of the list, so that it can be read and printed as a document. */
export function InvoicePanel({ id, onBack }: InvoicePanelProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const query = useQuery(endpointQuery(getMonthlyVatInvoice, { params: { monthly_vat_invoice_id: id } }));
  const data = query.data?.invoice;
  return (
    <DocumentPanel
      onBack={onBack}
      title={data ? `${words.documentType(data.document_type)} ${data.number}` : t('title')}
      actions={data && <InvoiceActions invoice={data} />}
    >
      {data ? (
        <Stack>
          <HowToPay invoice={data} />
          <InvoiceDocument invoice={data} />
        </Stack>
      ) : (
        <QueryFallback query={query} loading={<Skeleton lines={12} />} />
      )}
    </DocumentPanel>
  );
}

/** The bank details of what is still due, not printed with the document; its texts are those of the top-up. */
function HowToPay({ invoice: { bank_details } }: { invoice: MonthlyVatInvoiceDetail }) {
  if (bank_details === null) return null;
  return (
    <div className={classes.screenOnly}>
      <Suspense fallback={<Loader />}>
        <BankDetailsCard bank={bank_details} headingLevel={2} />
      </Suspense>
    </div>
  );
}

/** Prints the invoice, and saves it in the formats that the server offers. */
function InvoiceActions({ invoice }: { invoice: MonthlyVatInvoiceDetail }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const has = (format: string) => invoice.files.some((file) => file.format === format);
  return (
    <Inline gap="2" className={classes.screenOnly}>
      <Button theme="outline" size="medium" icon="print" onClick={() => globalThis.print()}>
        {t('invoice.print')}
      </Button>
      {has('pdf') && <DownloadButton invoice={invoice} format="pdf" />}
      {has('xml') && <DownloadButton invoice={invoice} format="xml" />}
    </Inline>
  );
}

interface DownloadButtonProps {
  invoice: MonthlyVatInvoiceDetail;
  format: 'pdf' | 'xml';
}

function DownloadButton({ invoice, format }: DownloadButtonProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const { save, isSaving } = useSaveDocument();
  function download() {
    void save({
      fileName: `invoice_${invoice.number}.${format}`,
      load: () =>
        requestDocument(getMonthlyVatInvoice, `application/${format}`, {
          params: { monthly_vat_invoice_id: invoice.monthly_vat_invoice_id },
        }),
      failure: (reason) => t('invoice.downloadFailed', { reason }),
    });
  }
  return (
    <Button theme="outline" size="medium" icon="download" loading={isSaving} onClick={download}>
      {t(`invoice.${format}`)}
    </Button>
  );
}
