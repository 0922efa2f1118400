import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Icon, Inline } from '@portal/shared/ui';

type Directed = Pick<Message, 'direction'>;

/** Which way a message went, by icon and word. */
export function DirectionName({ direction }: Directed) {
  const { t } = useTranslation('messagingHistory');
  const known = knownDirection(direction);
  if (known === undefined) return direction;
  return (
    <Inline gap="2">
      <Icon name={icons[known]} />
      {t(`direction.${known}`)}
    </Inline>
  );
}

/** The same where there is little room: the word is spoken only. */
export function DirectionIcon({ direction }: Directed) {
  const { t } = useTranslation('messagingHistory');
  const known = knownDirection(direction);
  return known === undefined ? direction : <Icon name={icons[known]} label={t(`direction.${known}`)} />;
}

const icons = { outbound: 'send', inbound: 'inbox' } as const;

function knownDirection(direction: string): keyof typeof icons | undefined {
  return direction === 'outbound' || direction === 'inbound' ? direction : undefined;
}
