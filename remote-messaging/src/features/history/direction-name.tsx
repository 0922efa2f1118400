import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Icon } from '@portal/shared/ui';
import classes from './direction-name.module.css';

/** Which way a message went, by icon and word; in a table by icon alone. */
export function DirectionName({ direction }: Pick<Message, 'direction'>) {
  const { t } = useTranslation('messagingHistory');
  const known = knownDirection(direction);
  if (known === undefined) return direction;
  return (
    <span className={classes['direction']}>
      <Icon className={classes['icon']} name={icons[known]} />
      <span className={classes['word']}>{t(`direction.${known}`)}</span>
    </span>
  );
}

const icons = { outbound: 'send', inbound: 'inbox' } as const;

function knownDirection(direction: string): keyof typeof icons | undefined {
  return direction === 'outbound' || direction === 'inbound' ? direction : undefined;
}
