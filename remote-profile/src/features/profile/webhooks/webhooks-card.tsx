import { isOneOf } from '@portal/contract/response-member';
import { mostWebhooks, type Webhook, webhookStatuses } from '@portal/contract/webhooks';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, Button, Card, QueryFallback, StatusBadge, TextLink } from '@portal/shared/ui';
import { sidebars, useSidebarHref } from '../../../paths.ts';
import { fieldId } from '../form/use-profile-form.ts';
import { useWebhooks } from './use-webhooks.ts';
import classes from './webhooks.module.css';

/** Where events of the account are sent; each webhook opens in the sidebar. */
export function WebhooksCard() {
  const { t } = useTranslation('profile');
  const { open } = useSidebar();
  const query = useWebhooks();
  const count = query.data?.webhooks.length ?? 0;
  const add =
    query.data === undefined ? null : count >= mostWebhooks ? (
      t('webhooks.most', { max: mostWebhooks })
    ) : (
      <Button theme="outline" size="small" onClick={() => open(sidebars.webhook)}>
        {t('webhooks.add')}
      </Button>
    );
  return (
    <Card
      id={fieldId('webhooks')}
      tabIndex={-1}
      title={t('webhooks.title')}
      description={t('webhooks.description')}
      icon="send"
      actions={<TextLink href="/developers#webhooks">{t('webhooks.reference')}</TextLink>}
      footer={add}
    >
      {query.data === undefined ? (
        <QueryFallback query={query} />
      ) : count === 0 ? (
        <p>{t('webhooks.none')}</p>
      ) : (
        <ul className={classes['list']}>
          {query.data.webhooks.map((webhook) => (
            <WebhookItem key={webhook.webhook_id} webhook={webhook} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const hrefOf = useSidebarHref();
  const { webhook_id, url, description } = webhook;
  return (
    <li className={classes['item']}>
      <div className={classes['what']}>
        <TextLink href={hrefOf(sidebars.webhook, { webhook_id })}>{url}</TextLink>
        {description !== '' && <span className={classes['detail']}>{description}</span>}
      </div>
      <WebhookStatus status={webhook.status} />
    </li>
  );
}

const tones: Readonly<Record<(typeof webhookStatuses)[number], BadgeTone>> = {
  active: 'success',
  paused: 'neutral',
  failed: 'error',
};

/** The status of a webhook in words. */
export function WebhookStatus({ status }: Pick<Webhook, 'status'>) {
  const { t } = useTranslation('profile');
  if (!isOneOf(webhookStatuses, status)) return <StatusBadge tone="neutral">{status}</StatusBadge>;
  return <StatusBadge tone={tones[status]}>{t(`webhooks.status.${status}`)}</StatusBadge>;
}
