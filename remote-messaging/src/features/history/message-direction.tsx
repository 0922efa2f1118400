import { directions, type Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { DirectionName } from '@portal/shared/ui';

export function MessageDirection({ direction }: Pick<Message, 'direction'>) {
  const { t } = useTranslation('messagingHistory');
  const known = directions.find((one) => one === direction);
  if (known === undefined) return direction;
  return <DirectionName icon={icons[known]} name={t(`direction.${known}`)} />;
}

const icons = { outbound: 'send', inbound: 'inbox' } as const;
