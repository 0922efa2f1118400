import type { Profile } from '@portal/contract/profile';
import {
  createTicket,
  type SupportRequest,
  supportRequestSchema,
  type Ticket,
  ticketCategories,
} from '@portal/contract/support';
import { request, useIdempotencyKey } from '@portal/shared/api';
import { useSidebar, useUnsavedChanges } from '@portal/shared/area';
import { useBotCheck } from '@portal/shared/bot-check';
import { useForm } from '@portal/shared/form';
import { useLanguage, useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import { FailureNotice, Form, Select, TextArea, TextField } from '@portal/shared/ui';
import { useState } from 'react';
import { SubmitOrCancel } from '../../sidebar-form.tsx';
import { ContextList } from './context-list.tsx';
import { contextAt, contextOf, draftOf } from './support-draft.ts';

interface SupportFormProps {
  profile: Profile;
  onSent: (ticket: Ticket) => void;
}

/** A request to support, and the context that is sent with it. */
export function SupportForm({ profile, onSent }: SupportFormProps) {
  const { t } = useTranslation('profileSupportSidebar');
  const { params, close } = useSidebar();
  const { pathname } = useLocation();
  const language = useLanguage();
  // The context of the moment in which the form was opened.
  const [context, setContext] = useState(() =>
    contextAt(pathname, params, { language, timezone: profile.timezone }),
  );
  const [draft] = useState(() => draftOf(params, pathname));
  const createTicket = useCreateTicket();
  const botCheck = useBotCheck('support');
  const form = useForm({
    schema: supportRequestSchema,
    initial: draft,
    onSubmit: async (request) => {
      const ticket = { ...request, ...contextOf(context) };
      onSent(await botCheck.send((captchaToken) => createTicket(ticket, captchaToken)));
    },
  });
  useUnsavedChanges(form.isDirty);
  const { value, error, onValueChange } = form.field('category');
  return (
    <Form
      onSubmit={form.submit}
      onFocus={botCheck.prepare}
      ref={form.ref}
      error={<FailureNotice failure={form.failure} />}
    >
      <p>{t('introduction', { email: profile.email })}</p>
      <Select
        label={t('category')}
        options={ticketCategories.map((category) => ({
          value: category,
          title: t(`categories.${category}`),
        }))}
        value={value}
        error={error}
        search={false}
        onChange={onValueChange}
      />
      <TextField label={t('subject')} maxLength={150} autoComplete="off" {...form.field('subject')} />
      <TextArea
        label={t('body')}
        description={t('bodyHint')}
        rows={7}
        maxLength={5000}
        {...form.field('body')}
      />
      <ContextList context={context} onChange={setContext} />
      <SubmitOrCancel icon="send" loading={form.isSubmitting} onCancel={close}>
        {t('submit')}
      </SubmitOrCancel>
      {botCheck.badge}
    </Form>
  );
}

/** Creates one ticket however often the same text is sent. */
function useCreateTicket(): (message: SupportRequest, captchaToken?: string) => Promise<Ticket> {
  const keyOf = useIdempotencyKey();
  return async (message, captcha_token) => {
    const { ticket } = await request(createTicket, {
      body: { ...message, captcha_token },
      idempotencyKey: keyOf(JSON.stringify(message)),
    });
    return ticket;
  };
}
