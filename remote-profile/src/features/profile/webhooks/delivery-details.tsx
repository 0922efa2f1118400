import {
  getWebhookDelivery,
  replayWebhookDelivery,
  type WebhookAttempt,
} from '@portal/contract/webhook-deliveries';
import type { Webhook } from '@portal/contract/webhooks';
import {
  changeThenReload,
  endpointKey,
  endpointQuery,
  type ResponseOf,
  request,
  useMutation,
  useQuery,
  useQueryClient,
} from '@portal/shared/api';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  Card,
  Copyable,
  CopyButton,
  DateTime,
  DetailList,
  detail,
  FormActions,
  QueryFallback,
  Stack,
  toast,
} from '@portal/shared/ui';
import { DeliveryStatus } from './delivery-log.tsx';
import { soonMs, useFailureText } from './delivery-outcome.ts';
import { useEventName } from './event-name.ts';
import { useWebhookChanges } from './use-webhooks.ts';
import classes from './webhooks.module.css';

interface DeliveryDetailsProps {
  webhook: Webhook;
  deliveryId: string;
  onBack: () => void;
}

/** One delivery: the body of its requests, and what the server responded to each. */
export function DeliveryDetails({ webhook, deliveryId: delivery_id, onBack }: DeliveryDetailsProps) {
  const { t } = useTranslation('profileWebhookSidebar');
  const { errorText } = useErrorText();
  const cache = useQueryClient();
  const { deliveriesChanged } = useWebhookChanges();
  const params = { webhook_id: webhook.webhook_id, delivery_id };
  const query = useQuery({
    ...endpointQuery(getWebhookDelivery, { params }),
    refetchInterval: ({ state }) => {
      const next = state.data?.delivery.next_attempt ?? null;
      return next !== null && Date.parse(next) < Date.now() + soonMs ? 2_000 : false;
    },
  });
  const replay = useMutation({
    mutationFn: () =>
      changeThenReload(request(replayWebhookDelivery, { params, body: {} }), async () => {
        await deliveriesChanged();
        await cache.invalidateQueries({ queryKey: endpointKey(getWebhookDelivery) });
      }),
    onSuccess: () => {
      toast({
        tone: 'success',
        text: webhook.status === 'active' ? t('delivery.replayed') : t('delivery.waits'),
      });
      onBack();
    },
    onError: (error) => toast({ tone: 'error', text: errorText(error) }),
  });
  return (
    <Stack gap="6">
      {query.data === undefined ? <QueryFallback query={query} /> : <DeliveryContent {...query.data} />}
      <FormActions>
        <Button
          disabled={query.data === undefined}
          loading={replay.isPending}
          onClick={() => replay.mutate()}
        >
          {t('delivery.replay')}
        </Button>
        <Button theme="outline" onClick={onBack}>
          {t('back')}
        </Button>
      </FormActions>
    </Stack>
  );
}

function DeliveryContent({ delivery, body, log }: ResponseOf<typeof getWebhookDelivery>) {
  const { t } = useTranslation('profileWebhookSidebar');
  const nameOf = useEventName();
  return (
    <>
      <DetailList
        items={[
          detail(t('delivery.event'), nameOf(delivery.type)),
          detail(t('details.status'), delivery.status, (status) => <DeliveryStatus status={status} />),
          detail(t('delivery.id'), delivery.event_id, (id) => (
            <Copyable code text={id} label={t('delivery.copyId')} />
          )),
          detail(t('delivery.created'), delivery.created, (time) => <DateTime value={time} seconds />),
          detail(t('delivery.next'), delivery.next_attempt, (time) => <DateTime value={time} seconds />),
        ]}
      />
      <Card title={t('delivery.attempts')} headingLevel={3}>
        {log.length === 0 ? (
          <p>{t('delivery.noAttempts')}</p>
        ) : (
          <ol className={classes['list']}>
            {log.map((attempt) => (
              <AttemptItem key={attempt.attempt} attempt={attempt} />
            ))}
          </ol>
        )}
      </Card>
      <Card
        title={t('delivery.body')}
        headingLevel={3}
        actions={<CopyButton text={body} label={t('delivery.copyBody')} />}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
        <pre className={classes['code']} tabIndex={0} translate="no">
          {indented(body)}
        </pre>
      </Card>
    </>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function AttemptItem({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation('profileWebhookSidebar');
  const { number } = useFormat();
  const failureText = useFailureText();
  const { failure, response_status: status, response_body: body } = attempt;
  return (
    <li className={classes['what']}>
      <span>
        <DateTime value={attempt.at} seconds />
        {' · '}
        {failure === null ? t('delivery.accepted', { status: status ?? '' }) : failureText(failure, status)}
      </span>
      <span className={classes['detail']}>
        {t('delivery.duration', { milliseconds: number(attempt.duration_ms) })}
      </span>
      {body !== null && body !== '' && (
        <pre className={classes['code']} translate="no">
          {body}
        </pre>
      )}
    </li>
  );
}
