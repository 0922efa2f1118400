import { useFormat, useTranslation } from '@portal/shared/i18n';
import { PageHeader } from '@portal/shared/ui';
import { VoicingService } from '../../service/voicing-service.tsx';
import { Report } from './report.tsx';

export default function ReportPage() {
  const { t } = useTranslation('voicingStats');
  const { timeZone } = useFormat();
  return (
    <>
      <PageHeader title={t('title')} description={t('description', { timeZone })} />
      <VoicingService>{(service) => <Report serviceId={service.service_id} />}</VoicingService>
    </>
  );
}
