import { createWebhook, type Webhook } from '@portal/contract/webhooks';
import { request, useIdempotencyKey } from '@portal/shared/api';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { NotificationBox, QueryFallback } from '@portal/shared/ui';
import { useState } from 'react';
import { sidebars } from '../../../paths.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { SecretNotice } from './secret-notice.tsx';
import { useWebhookChanges, useWebhooks } from './use-webhooks.ts';
import { WebhookDetails } from './webhook-details.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** A new webhook, or the one that the address names: what it is, its deliveries, and one of these. */
export default function WebhookSidebar() {
  const { params } = useSidebar();
  const { webhook_id: webhookId } = params;
  return webhookId === undefined ? <NewWebhook /> : <ExistingWebhook key={webhookId} webhookId={webhookId} />;
}

function NewWebhook() {
  const { open, close } = useSidebar();
  const { webhooksChanged } = useWebhookChanges();
  const keyOf = useIdempotencyKey();
  const [created, setCreated] = useState<{ webhook: Webhook; secret: string } | null>(null);
  if (created !== null) {
    const { webhook, secret } = created;
    const { webhook_id } = webhook;
    return (
      <SecretNotice
        secret={secret}
        overlapsUntil={null}
        onDone={() => open(sidebars.webhook, { webhook_id }, { replace: true })}
      />
    );
  }
  return (
    <WebhookForm
      onCancel={close}
      onSubmit={async (body) => {
        const { current_password: _password, ...content } = body;
        const key = keyOf(JSON.stringify(content));
        try {
          setCreated(await request(createWebhook, { body, idempotencyKey: key }));
        } finally {
          // Also after a failure: the response may have been lost on its way.
          void webhooksChanged();
        }
      }}
    />
  );
}

function ExistingWebhook({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('profileWebhookSidebar');
  const { params, open } = useSidebar();
  const query = useWebhooks();
  if (query.data === undefined) return <QueryFallback query={query} />;
  const webhook = query.data.webhooks.find(({ webhook_id }) => webhook_id === webhookId);
  if (webhook === undefined) return <NotificationBox tone="warning">{t('gone')}</NotificationBox>;
  const { webhook_id } = webhook;
  const { delivery_id: deliveryId, edit } = params;
  const back = () => open(sidebars.webhook, { webhook_id });
  if (deliveryId !== undefined)
    return <DeliveryDetails key={deliveryId} webhook={webhook} deliveryId={deliveryId} onBack={back} />;
  if (edit !== undefined) return <EditWebhook webhook={webhook} onDone={back} />;
  return <WebhookDetails webhook={webhook} />;
}
