import { isOneOf } from '@portal/contract/response-member';
import {
  deliveryStatuses,
  listWebhookDeliveries,
  storedDeliveryDays,
  type WebhookDelivery,
} from '@portal/contract/webhook-deliveries';
import type { Webhook } from '@portal/contract/webhooks';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import {
  type BadgeTone,
  Button,
  Card,
  DateTime,
  Inline,
  QueryFallback,
  SegmentedControl,
  Stack,
  StatusBadge,
  TextLink,
} from '@portal/shared/ui';
import { useState } from 'react';
import { sidebars, useSidebarHref } from '../../../paths.ts';
import { soonMs, useFailureText } from './delivery-outcome.ts';
import { useEventName } from './event-name.ts';
import classes from './webhooks.module.css';

const pageSize = 10;

/** What was sent to a webhook, the latest first. It follows deliveries that are due soon. */
export function DeliveryLog({ webhook: { webhook_id } }: { webhook: Webhook }) {
  const { t } = useTranslation('profileWebhookSidebar');
  const [status, setStatus] = useState<(typeof deliveryStatuses)[number] | 'all'>('all');
  const [offset, setOffset] = useState(0);
  const filter = status === 'all' ? {} : { status };
  const query = useQuery({
    ...endpointQuery(listWebhookDeliveries, {
      params: { webhook_id },
      query: { ...filter, limit: String(pageSize), offset: String(offset) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isDueSoon) ? 2_000 : false),
  });
  const options = (['all', ...deliveryStatuses] as const).map((value) => ({
    value,
    title: t(value === 'all' ? 'log.all' : `deliveryStatus.${value}`),
  }));
  return (
    <Card
      title={t('log.title')}
      description={t('log.hint', { days: storedDeliveryDays })}
      headingLevel={3}
      icon="history"
    >
      <Stack>
        <SegmentedControl
          label={t('details.status')}
          options={options}
          value={status}
          onChange={(value) => {
            setStatus(value);
            setOffset(0);
          }}
        />
        {query.data === undefined ? (
          <QueryFallback query={query} />
        ) : query.data.items.length === 0 ? (
          <p>{status === 'all' ? t('log.none') : t('log.noneFiltered')}</p>
        ) : (
          <ul className={classes['list']} aria-busy={query.isPlaceholderData}>
            {query.data.items.map((delivery) => (
              <DeliveryItem key={delivery.delivery_id} webhookId={webhook_id} delivery={delivery} />
            ))}
          </ul>
        )}
        {query.data !== undefined && (offset > 0 || query.data.has_more) && (
          <Inline gap="2">
            <Button
              theme="outline"
              size="small"
              {...pressing(offset > 0 && !query.isPlaceholderData, () =>
                setOffset(Math.max(0, offset - pageSize)),
              )}
            >
              {t('log.newer')}
            </Button>
            <Button
              theme="outline"
              size="small"
              {...pressing(query.data.has_more && !query.isPlaceholderData, () =>
                setOffset(offset + pageSize),
              )}
            >
              {t('log.older')}
            </Button>
          </Inline>
        )}
      </Stack>
    </Card>
  );
}

/** A button that was pressed keeps the focus while it cannot be pressed: `disabled` would lose it to the start of the page. */
function pressing(canPress: boolean, onClick: () => void) {
  return canPress ? { onClick } : { 'aria-disabled': true };
}

function isDueSoon({ status, next_attempt: next }: WebhookDelivery): boolean {
  return status === 'pending' && next !== null && Date.parse(next) < Date.now() + soonMs;
}

interface DeliveryItemProps {
  webhookId: string;
  delivery: WebhookDelivery;
}

function DeliveryItem({ webhookId: webhook_id, delivery }: DeliveryItemProps) {
  const { t } = useTranslation('profileWebhookSidebar');
  const nameOf = useEventName();
  const failureText = useFailureText();
  const hrefOf = useSidebarHref();
  const { current } = useSidebar();
  const { delivery_id, type, is_replay: isReplay, created, attempts } = delivery;
  return (
    <li className={classes['item']}>
      <div className={classes['what']}>
        <TextLink href={hrefOf(current ?? sidebars.webhook, { webhook_id, delivery_id })}>
          {isReplay ? t('log.replayOf', { event: nameOf(type) }) : nameOf(type)}
        </TextLink>
        <span className={classes['detail']}>
          <DateTime value={created} seconds /> · {t('log.attempts', { number: attempts })}
        </span>
        {delivery.failure !== null && (
          <span className={classes['detail']}>{failureText(delivery.failure, delivery.response_status)}</span>
        )}
      </div>
      <DeliveryStatus status={delivery.status} />
    </li>
  );
}

const tones: Readonly<Record<(typeof deliveryStatuses)[number], BadgeTone>> = {
  pending: 'info',
  delivered: 'success',
  failed: 'error',
};

/** The status of a delivery in words. */
export function DeliveryStatus({ status }: Pick<WebhookDelivery, 'status'>) {
  const { t } = useTranslation('profileWebhookSidebar');
  if (!isOneOf(deliveryStatuses, status)) return <StatusBadge tone="neutral">{status}</StatusBadge>;
  return <StatusBadge tone={tones[status]}>{t(`deliveryStatus.${status}`)}</StatusBadge>;
}
