import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  addDays,
  DateTime,
  Icon,
  Money,
  QueryFallback,
  Skeleton,
  TextLink,
  todayIn,
} from '@portal/shared/ui';
import { MessageStatusBadge } from '../../messages/message-status.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { paths } from '../../paths.ts';
import classes from './last-messages.module.css';

const shownMessages = 5;

/** The five latest messages of the last seven days; each leads to its details. */
export function LastMessages({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const end_date = todayIn(useFormat().timeZone);
  const start_date = addDays(end_date, -6);
  const period = { start_date, end_date };
  const page = useMessages(serviceId, { ...period, limit: 10 });
  if (page.data === undefined)
    return <QueryFallback query={page} loading={<Skeleton lines={shownMessages} />} />;
  const messages = page.data.items.slice(0, shownMessages);
  return (
    <section className={classes['section']}>
      <h3>{t('plate.caption')}</h3>
      {messages.length === 0 ? (
        <p className={classes['quiet']}>{t('plate.noMessages')}</p>
      ) : (
        <ul className={classes['messages']}>
          {messages.map((message) => (
            <MessageEntry
              key={message.message_id}
              message={message}
              href={paths.history({ ...period, row: message.message_id })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function MessageEntry({ message, href }: { message: Message; href: string }) {
  const { t } = useTranslation('messagingHistory');
  const isInbound = message.direction === 'inbound';
  return (
    <li className={classes['message']}>
      <Icon
        name={isInbound ? 'inbox' : 'send'}
        label={t(isInbound ? 'direction.inbound' : 'direction.outbound')}
      />
      <TextLink href={href} className={classes['address']}>
        {isInbound ? message.sender : message.recipient}
      </TextLink>
      <span className={classes['status']}>
        <MessageStatusBadge status={message.status} group={message.status_group} />
      </span>
      <span className={classes['time']}>
        <DateTime value={message.created} />
      </span>
      <span className={classes['price']}>
        <Money amount={message.price} currency={message.currency} rate />
      </span>
    </li>
  );
}
