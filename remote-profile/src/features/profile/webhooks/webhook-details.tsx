import { testWebhook } from '@portal/contract/webhook-deliveries';
import {
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  type Webhook,
} from '@portal/contract/webhooks';
import { changeThenReload, request, useIdempotencyKey, useMutation } from '@portal/shared/api';
import { useSidebar } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import {
  Button,
  DateTime,
  DetailList,
  detail,
  Inline,
  NotificationBox,
  Stack,
  toast,
  unlessSecond,
} from '@portal/shared/ui';
import { useState } from 'react';
import { sidebars } from '../../../paths.ts';
import { StepUpDialog } from '../../../step-up-dialog.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { useEventName } from './event-name.ts';
import { SecretNotice } from './secret-notice.tsx';
import { useWebhookChanges } from './use-webhooks.ts';
import { WebhookStatus } from './webhooks-card.tsx';

/** A webhook with its actions and its deliveries. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('profileWebhookSidebar');
  const nameOf = useEventName();
  const { close } = useSidebar();
  const { webhooksChanged } = useWebhookChanges();
  const [asked, setAsked] = useState<'rotate' | 'delete' | null>(null);
  const [shown, setShown] = useState<{ secret: string; webhook: Webhook } | null>(null);
  const keyOf = useIdempotencyKey();
  // Attempts to make the same rotation have one key, and the next rotation has another.
  const [rotations, setRotations] = useState(0);
  const { webhook_id, url, status } = webhook;
  const params = { webhook_id };
  if (shown !== null)
    return (
      <SecretNotice
        secret={shown.secret}
        overlapsUntil={shown.webhook.previous_secret_until}
        onDone={() => setShown(null)}
      />
    );
  return (
    <Stack gap="6">
      <Stack>
        {status === 'failed' && <NotificationBox tone="error">{t('failedText')}</NotificationBox>}
        {status === 'paused' && <NotificationBox>{t('pausedText')}</NotificationBox>}
        <DetailList
          items={[
            detail(t('form.url'), url, (text) => <span translate="no">{text}</span>),
            detail(t('form.description'), webhook.description || null),
            detail(t('details.status'), status, () => <WebhookStatus status={status} />),
            detail(t('form.events'), webhook.events.map(nameOf).join(', ')),
            detail(t('details.created'), webhook.created, (time) => <DateTime value={time} />),
            detail(t('details.failing'), webhook.failing_since, (time) => <DateTime value={time} />),
            detail(t('secret.overlap'), webhook.previous_secret_until, (time) => <DateTime value={time} />),
          ]}
        />
        <WebhookActions webhook={webhook} onAsk={setAsked} />
      </Stack>
      <DeliveryLog webhook={webhook} />
      <StepUpDialog
        isOpen={asked === 'rotate'}
        title={t('rotate.title')}
        confirmText={t('rotate.confirm')}
        onClose={() => setAsked(null)}
        onConfirm={async (body) => {
          const idempotencyKey = keyOf(String(rotations));
          const replaced = await request(rotateWebhookSecret, { params, body, idempotencyKey });
          setRotations(rotations + 1);
          setAsked(null);
          setShown(replaced);
          void webhooksChanged();
        }}
      >
        {t('rotate.text')}
      </StepUpDialog>
      <StepUpDialog
        isOpen={asked === 'delete'}
        title={t('delete.title')}
        confirmText={t('delete.confirm')}
        isDangerous
        onClose={() => setAsked(null)}
        onConfirm={async (body) => {
          await request(deleteWebhook, { params, body }).catch((error: unknown) => {
            // The response may have been lost on its way: a webhook that is gone replaces this dialog with a message.
            void webhooksChanged();
            throw error;
          });
          setAsked(null);
          toast({ tone: 'success', text: t('delete.done') });
          close();
          void webhooksChanged();
        }}
      >
        {t('delete.text', { url })}
      </StepUpDialog>
    </Stack>
  );
}

interface WebhookActionsProps {
  webhook: Webhook;
  onAsk: (action: 'rotate' | 'delete') => void;
}

function WebhookActions({ webhook, onAsk }: WebhookActionsProps) {
  const { t } = useTranslation('profileWebhookSidebar');
  const { errorText } = useErrorText();
  const { open } = useSidebar();
  const { webhooksChanged, deliveriesChanged } = useWebhookChanges();
  const { webhook_id, status } = webhook;
  const params = { webhook_id };
  const isActive = status === 'active';
  const onError = (error: unknown) => toast({ tone: 'error', text: errorText(error) });
  const change = useMutation({
    mutationFn: async () => {
      const endpoint = isActive ? pauseWebhook : resumeWebhook;
      await changeThenReload(request(endpoint, { params, body: {} }), webhooksChanged);
      return isActive ? t('paused') : t('resumed');
    },
    onSuccess: (text) => toast({ tone: 'success', text }),
    onError,
  });
  const test = useMutation({
    mutationFn: () => changeThenReload(request(testWebhook, { params, body: {} }), deliveriesChanged),
    onSuccess: () => toast({ tone: 'success', text: t('testSent') }),
    onError,
  });
  const button = { theme: 'outline', size: 'small' } as const;
  return (
    <Inline gap="2">
      <Button {...button} loading={change.isPending} onClick={unlessSecond(change.mutate)}>
        {isActive ? t('action.pause') : t('action.resume')}
      </Button>
      {isActive && (
        <Button {...button} loading={test.isPending} onClick={unlessSecond(test.mutate)}>
          {t('action.test')}
        </Button>
      )}
      <Button {...button} onClick={() => open(sidebars.webhook, { webhook_id, edit: '1' })}>
        {t('action.edit')}
      </Button>
      <Button {...button} onClick={() => onAsk('rotate')}>
        {t('action.rotate')}
      </Button>
      <Button {...button} onClick={() => onAsk('delete')}>
        {t('action.delete')}
      </Button>
    </Inline>
  );
}
