import { useFormat, useTranslation } from '@portal/shared/i18n';
import { PageHeader } from '@portal/shared/ui';
import { VoicingService } from '../../service/voicing-service.tsx';
import { CdrList } from './cdr-list.tsx';

export default function CdrPage() {
  const { t } = useTranslation('voicingCdrs');
  const { timeZone } = useFormat();
  return (
    <>
      <PageHeader title={t('title')} description={t('description', { timeZone })} />
      <VoicingService>{(service) => <CdrList serviceId={service.service_id} />}</VoicingService>
    </>
  );
}
