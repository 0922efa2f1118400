import {
  longestWebhookDescription,
  longestWebhookUrl,
  type Webhook,
  type WebhookRequest,
  webhookEventTypes,
  webhookRequestSchema,
} from '@portal/contract/webhooks';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { CheckboxGroup, FailureNotice, Form, TextField } from '@portal/shared/ui';
import { CurrentPasswordField, SubmitOrCancel } from '../../../sidebar-form.tsx';
import { eventKey } from './event-name.ts';

interface WebhookFormProps {
  /** The webhook to change; without it a new one is created. */
  webhook?: Webhook;
  onSubmit: (request: WebhookRequest) => Promise<unknown>;
  onCancel: () => void;
}

/** Where events are sent, and which. The password is required, because their receiver reads what happens on the account. */
export function WebhookForm({ webhook, onSubmit, onCancel }: WebhookFormProps) {
  const { t } = useTranslation('profileWebhookSidebar');
  const form = useForm({
    schema: webhookRequestSchema,
    initial: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhookEventTypes.filter((type) => webhook?.events.includes(type) ?? false),
      current_password: '',
    },
    onSubmit,
  });
  useUnsavedChanges(form.isDirty);
  const events = form.field('events');
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <p>{t('form.introduction')}</p>
      <TextField
        label={t('form.url')}
        description={t('form.urlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={longestWebhookUrl}
        {...form.field('url')}
      />
      <TextField
        label={t('form.description')}
        description={t('form.descriptionHint')}
        autoComplete="off"
        maxLength={longestWebhookDescription}
        {...form.field('description')}
      />
      <CheckboxGroup
        label={t('form.events')}
        options={webhookEventTypes.map((value) => ({
          value,
          title: t(`event.${eventKey(value)}`),
          description: t(`event.${eventKey(value)}Hint`),
        }))}
        {...events}
        error={events.error && t('form.eventsRequired')}
      />
      <CurrentPasswordField {...form.field('current_password')} />
      <SubmitOrCancel loading={form.isSubmitting} onCancel={onCancel}>
        {webhook === undefined ? t('form.create') : t('form.save')}
      </SubmitOrCancel>
    </Form>
  );
}
