import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useTranslation } from '@portal/shared/i18n';
import { Button, Inline } from '@portal/shared/ui';
import { useSaveDocument } from '../../documents/use-save-document.ts';
import classes from './invoices.module.css';
import { getMonthlyVatInvoiceDocument } from './monthly-vat-invoices.api.ts';

/** Print, and the documents that the server has made of the invoice. */
export function InvoiceActions({ invoice }: { invoice: MonthlyVatInvoiceDetail }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const has = (format: string) => invoice.files.some((file) => file.format === format);
  return (
    <Inline gap="2" className={classes.screenOnly}>
      <Button theme="outline" size="medium" icon="print" onClick={() => globalThis.print()}>
        {t('invoice.print')}
      </Button>
      {has('pdf') ? (
        <DownloadButton invoice={invoice} format="pdf" />
      ) : (
        <span className={classes.note}>{t('invoice.noPdf')}</span>
      )}
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
      load: () => getMonthlyVatInvoiceDocument(invoice.monthly_vat_invoice_id, format),
      failure: (reason) => t('invoice.downloadFailed', { reason }),
    });
  }
  return (
    <Button theme="outline" size="medium" icon="download" loading={isSaving} onClick={download}>
      {t(`invoice.${format}`)}
    </Button>
  );
}
