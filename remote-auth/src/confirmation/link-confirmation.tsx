import { type ConfirmationPreview, confirm, previewConfirmation } from '@portal/contract/registration';
import { ApiError, idempotencyKey, request } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { FailureNotice, Form, Loader, Stack } from '@portal/shared/ui/core';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { Outcome } from '../outcome.tsx';
import { SubmitButton } from '../screen.tsx';
import { isPasswordAsked, RegistrationPassword } from './registration-password.tsx';

interface LinkProps {
  token: string;
  /** The link is of no more use: `failure` is null once it has confirmed. */
  onEnd: (failure: unknown) => void;
}

/**
 * Shows what a mailed link confirms, and a button. Nothing is confirmed before the button is pressed, because mail
 * programs open links to scan them.
 */
export function LinkConfirmation({ token, onEnd }: LinkProps) {
  const { t } = useTranslation(['authorizationLogin', 'common']);
  const { errorText } = useErrorText();
  const [preview, setPreview] = useState<ConfirmationPreview | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  // In step with the server: one request for each attempt.
  useEffect(() => {
    if (preview !== null || failure !== null) return;
    request(previewConfirmation, { body: { token, preview: true } }).then(setPreview, (error: unknown) =>
      isRefusal(error) ? onEnd(error) : setFailure(error),
    );
  }, [token, preview, failure, onEnd]);

  if (preview !== null) return <ConfirmLinkForm preview={preview} token={token} onEnd={onEnd} />;
  if (failure === null) return <Loader label={t('checkingLink')} showLabel />;
  const retry = (
    <SubmitButton type="button" failure={failure} onClick={() => setFailure(null)}>
      {t('common:ui.retry')}
    </SubmitButton>
  );
  return (
    <Outcome tone="error" actions={retry}>
      {errorText(failure)}
    </Outcome>
  );
}

const formSchema = v.object({ password: v.string() });

function ConfirmLinkForm({ preview, token, onEnd }: LinkProps & { preview: ConfirmationPreview }) {
  const { t } = useTranslation('authorizationLogin');
  const { email_masked: email, account_email_masked: account, confirms } = preview;
  // A link works once; after a lost response, another press has the same key.
  const [key] = useState(idempotencyKey);
  const [needsPassword, setNeedsPassword] = useState(preview.password_required);
  const form = useForm({
    schema: formSchema,
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      try {
        const body = { token, ...(needsPassword && { password }) };
        await request(confirm, { body, idempotencyKey: key });
      } catch (error) {
        if (isPasswordAsked(error)) setNeedsPassword(true);
        else if (isRefusal(error)) return onEnd(error);
        throw error;
      }
      onEnd(null);
    },
  });
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <Stack gap="2">
        <p>
          {confirms === 'registration' && t('confirmsAccount', { email })}
          {confirms !== 'registration' &&
            (account ? t('confirmsAddressOf', { email, account }) : t('confirmsAddress', { email }))}
        </p>
        <p>{t('notAsked')}</p>
      </Stack>
      {needsPassword && <RegistrationPassword field={form.field('password')} />}
      <SubmitButton failure={form.failure} loading={form.isSubmitting}>
        {t('confirm')}
      </SubmitButton>
    </Form>
  );
}

/** What became of a mailed link, above the login form. It takes the focus from the button that is gone. */
export function LinkEnd({ failure }: { failure: unknown }) {
  const { t } = useTranslation('authorizationLogin');
  const { errorText } = useErrorText();
  if (failure === null) {
    return <Outcome tone="success">{t('confirmed')}</Outcome>;
  }
  const isGone = failure instanceof ApiError && failure.status === 410;
  return (
    <Outcome tone="error">
      {errorText(failure)} {isGone && t('confirmAgain')}
    </Outcome>
  );
}

// The server refuses the link itself, so another attempt would fail too.
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
