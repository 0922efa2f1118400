import type { MonthlyVatInvoiceDetail } from '@portal/contract/monthly-vat-invoice-detail';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type Detail, DetailList } from '@portal/shared/ui';
import { InvoiceStatus } from './invoice-cells.tsx';
import { useInvoiceWords } from './use-invoice-words.ts';

/** Number, dates, status: the head of the document. */
export function InvoiceFacts({ invoice }: { invoice: MonthlyVatInvoiceDetail }) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const format = useFormat();
  const { due_date, basis, timezone, preceding_invoice } = invoice;
  const items: (Detail | false)[] = [
    {
      term: t('invoice.number'),
      description: `${words.documentType(invoice.document_type)} ${invoice.number}`,
    },
    { term: t('columns.status'), description: <InvoiceStatus status={invoice.status} /> },
    { term: t('invoice.issued'), description: format.date(invoice.issue_date) },
    due_date !== null && { term: t('invoice.due'), description: format.date(due_date) },
    {
      term: t('invoice.period'),
      description: `${format.date(invoice.period_start)} – ${format.date(invoice.period_end)}`,
    },
    timezone !== null && { term: t('invoice.timeZone'), description: timezone },
    { term: t('columns.service'), description: words.service(invoice.service_type) },
    { term: t('invoice.treatment'), description: words.treatment(invoice.tax_treatment) },
    basis !== null && { term: t('invoice.basis'), description: words.basis(basis) },
    { term: t('invoice.typeCode'), description: invoice.type_code },
    preceding_invoice !== null && {
      term: t('invoice.corrects'),
      description: t('invoice.correctsText', {
        number: preceding_invoice.number,
        date: format.date(preceding_invoice.date),
      }),
    },
  ];
  return <DetailList layout="grid" items={items} />;
}
