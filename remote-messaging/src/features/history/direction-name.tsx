import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Icon, Inline } from '@portal/shared/ui';

/** Which way a message went, by icon and word. */
export function DirectionName({ direction }: Pick<Message, 'direction'>) {
  const { t } = useTranslation('messagingHistory');
  if (direction === 'inbound') return <Named icon="inbox" name={t('direction.inbound')} />;
  if (direction === 'outbound') return <Named icon="send" name={t('direction.outbound')} />;
  return direction;
}

function Named({ icon, name }: { icon: 'inbox' | 'send'; name: string }) {
  return (
    <Inline gap="2">
      <Icon name={icon} />
      {name}
    </Inline>
  );
}
