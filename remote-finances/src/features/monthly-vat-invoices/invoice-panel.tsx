import { useTranslation } from '@portal/shared/i18n';
import { Button, PageHeader, QueryFallback, Skeleton } from '@portal/shared/ui';
import { useEffect, useRef } from 'react';
import { InvoiceActions } from './invoice-actions.tsx';
import { InvoiceDocument } from './invoice-document.tsx';
import classes from './invoices.module.css';
import { useInvoiceWords } from './use-invoice-words.ts';
import { useMonthlyVatInvoice } from './use-monthly-vat-invoices.ts';

interface InvoicePanelProps {
  id: string;
  onBack: () => void;
}

/** One invoice in the place of the list, so that it can be read and printed as a document. */
export function InvoicePanel({ id, onBack }: InvoicePanelProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const invoice = useMonthlyVatInvoice(id);
  const panel = useRef<HTMLDivElement>(null);
  // The list's button that had the focus is gone.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const { data } = invoice;
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      <PageHeader
        above={
          <div className={classes.back}>
            <Button theme="ghost" size="medium" icon="arrow-left" onClick={onBack}>
              {t('invoice.back')}
            </Button>
          </div>
        }
        title={data ? `${words.documentType(data.document_type)} ${data.number}` : t('title')}
        actions={data && <InvoiceActions invoice={data} />}
      />
      {data ? (
        <InvoiceDocument invoice={data} />
      ) : (
        <QueryFallback query={invoice} loading={<Skeleton lines={12} />} />
      )}
    </div>
  );
}
