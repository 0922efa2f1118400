import { previewMonthlyVatInvoice } from '@portal/contract/monthly-vat-invoice-preview';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useServices } from '@portal/shared/session';
import { NotificationBox, QueryFallback, Select, Skeleton, Stack } from '@portal/shared/ui';
import { DocumentPanel } from '../document-panel.tsx';
import { useInvoiceWords } from '../use-monthly-vat-invoices.ts';
import { PreviewDocument } from './preview-document.tsx';

interface PreviewPanelProps {
  /** The service; the account's first one if empty. */
  serviceId: string;
  onServiceChange: (id: string) => void;
  onBack: () => void;
}

/** What the next invoice contains so far, instead of the list of invoices. */
export function PreviewPanel({ serviceId, onServiceChange, onBack }: PreviewPanelProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const words = useInvoiceWords();
  const format = useFormat();
  const services = useServices();
  const query = useQuery({
    ...endpointQuery(previewMonthlyVatInvoice, { query: { service_id: serviceId } }),
    placeholderData: keepPreviousData,
    // Each call and payment changes it.
    staleTime: 0,
  });
  const preview = query.data?.preview;
  const options = (services.data?.services ?? []).map(({ service_id, type }) => ({
    value: service_id,
    title: words.service(type),
  }));
  const [year = 0, month = 1] = preview?.period_start.split('-').map(Number) ?? [];
  return (
    <DocumentPanel
      onBack={onBack}
      title={preview ? t('preview.title', { month: format.month(year, month) }) : t('preview.open')}
      actions={
        options.length > 1 && (
          <Select
            label={t('filters.service')}
            options={options}
            search={false}
            value={preview?.service_id ?? serviceId}
            onChange={onServiceChange}
          />
        )
      }
    >
      {preview ? (
        <Stack gap="4">
          <NotificationBox title={t('preview.notice')}>
            {t('preview.asOf', { time: format.dateTime(preview.as_of) })}{' '}
            {t(preview.has_ended ? 'preview.ended' : 'preview.changes')}
          </NotificationBox>
          <PreviewDocument preview={preview} />
        </Stack>
      ) : (
        <QueryFallback query={query} loading={<Skeleton lines={12} />} />
      )}
    </DocumentPanel>
  );
}
