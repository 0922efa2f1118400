import { useFormat, useTranslation } from '@portal/shared/i18n';
import { PageHeader } from '@portal/shared/ui';
import { MessagingService } from '../../service/messaging-service.tsx';
import { Report } from './report.tsx';

export default function ReportPage() {
  const { t } = useTranslation('messagingReport');
  const { timeZone } = useFormat();
  return (
    <>
      <PageHeader title={t('title')} description={t('description', { timeZone })} />
      <MessagingService>{(service) => <Report serviceId={service.service_id} />}</MessagingService>
    </>
  );
}
