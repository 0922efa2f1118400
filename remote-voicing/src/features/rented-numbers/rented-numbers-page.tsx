import { useTranslation } from '@portal/shared/i18n';
import { Button, PageHeader } from '@portal/shared/ui';
import { VoicingService } from '../../service/voicing-service.tsx';
import { RentedNumbersList } from './rented-numbers-list.tsx';
import { useNumberSupport } from './use-number-support.ts';

export default function RentedNumbersPage() {
  const { t } = useTranslation('voicingPhoneNumbers');
  const support = useNumberSupport();
  const request = support && (
    <Button size="medium" icon="plus" onClick={support.requestNumber}>
      {t('request')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={request} />
      <VoicingService>{(service) => <RentedNumbersList serviceId={service.service_id} />}</VoicingService>
    </>
  );
}
