import { useFormat, useTranslation } from '@portal/shared/i18n';
import { PageHeader } from '@portal/shared/ui';
import { MessagingService } from '../../service/messaging-service.tsx';
import { MessageList } from './message-list.tsx';

export default function HistoryPage() {
  const { t } = useTranslation('messagingHistory');
  const { timeZone } = useFormat();
  return (
    <>
      <PageHeader title={t('title')} description={t('description', { timeZone })} />
      <MessagingService>{(service) => <MessageList serviceId={service.service_id} />}</MessagingService>
    </>
  );
}
