import { updateWebhook, type Webhook } from '@portal/contract/webhooks';
import { changeThenReload, request } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import { toast } from '@portal/shared/ui';
import { useWebhookChanges } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';

interface EditWebhookProps {
  webhook: Webhook;
  onDone: () => void;
}

/** Changes the address, the description and the events of a webhook. */
export function EditWebhook({ webhook, onDone }: EditWebhookProps) {
  const { t } = useTranslation('profileWebhookSidebar');
  const { webhooksChanged } = useWebhookChanges();
  const { webhook_id } = webhook;
  return (
    <WebhookForm
      webhook={webhook}
      onCancel={onDone}
      onSubmit={async (body) => {
        await changeThenReload(request(updateWebhook, { params: { webhook_id }, body }), webhooksChanged);
        toast({ tone: 'success', text: t('form.saved') });
        onDone();
      }}
    />
  );
}
