import { discardToken, promoteToken, revealToken, rotateToken } from '@portal/contract/api-tokens';
import { type StepUp, stepUpSchema } from '@portal/contract/password';
import type { Profile } from '@portal/contract/profile';
import { ApiError, queryClient, request } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import { profileQuery } from '@portal/shared/session';
import { Dialog, FailureNotice, Form, NotificationBox, toast } from '@portal/shared/ui';
import { useEffect, useId } from 'react';
import { CurrentPasswordField, SubmitOrCancel } from '../../../sidebar-form.tsx';
import type { TokenDisplay, WhichToken } from './use-shown-token.ts';

interface StepUpDialogProps {
  /** The action to confirm; null while the dialog is closed. */
  action: TokenAction | null;
  display: TokenDisplay;
  onClose: () => void;
}

/** Explains what is about to happen to a token, and asks for the password first. */
export function StepUpDialog({ action, onClose, ...rest }: StepUpDialogProps) {
  const { t } = useTranslation('profile');
  if (action === null) return null;
  return (
    <Dialog isOpen title={t(`token.${action.kind}.title`)} onClose={onClose}>
      <StepUpForm action={action} onClose={onClose} {...rest} />
    </Dialog>
  );
}

interface StepUpFormProps {
  action: TokenAction;
  display: TokenDisplay;
  onClose: () => void;
}

function StepUpForm({ action, display, onClose }: StepUpFormProps) {
  const { t } = useTranslation('profile');
  const { kind } = action;
  const fieldId = useId();
  const form = useForm({
    schema: stepUpSchema,
    initial: { current_password: '' },
    onSubmit: async (stepUp) => {
      await takeAction(action, stepUp, display);
      onClose();
      if (kind === 'promote' || kind === 'discard') toast({ tone: 'success', text: t(`token.${kind}.done`) });
    },
  });
  const isUnreadable =
    kind === 'reveal' && form.failure instanceof ApiError && form.failure.code === 'not_found';

  // The dialog has just opened, and this is its only field.
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);

  return (
    <Form
      onSubmit={form.submit}
      ref={form.ref}
      error={
        isUnreadable ? (
          <NotificationBox tone="warning" live>
            {t('token.unreadable')}
          </NotificationBox>
        ) : (
          <FailureNotice failure={form.failure} />
        )
      }
    >
      <p>{t(`token.${kind}.text`)}</p>
      <CurrentPasswordField id={fieldId} {...form.field('current_password')} />
      <SubmitOrCancel
        theme={kind === 'promote' || kind === 'discard' ? 'red' : 'green'}
        loading={form.isSubmitting}
        onCancel={onClose}
      >
        {t(`token.${kind}.confirm`)}
      </SubmitOrCancel>
    </Form>
  );
}

/** An action that requires the password. */
export type TokenAction =
  | { kind: 'reveal'; which: WhichToken }
  | { kind: 'rotate' | 'promote' | 'discard'; which: 'secondary' };

/**
 * Runs an action. A token is passed to the display directly: the cache of queries or mutations would hold it in memory
 * after it was hidden. Rejects with an ApiError.
 */
async function takeAction(action: TokenAction, stepUp: StepUp, display: TokenDisplay): Promise<void> {
  switch (action.kind) {
    case 'reveal':
      display.show(action.which, await request(revealToken, { body: { ...stepUp, which: action.which } }));
      return;
    case 'rotate':
      display.show('secondary', await request(rotateToken, { body: stepUp }));
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      return;
    case 'promote':
      display.hide();
      storeProfile(await request(promoteToken, { body: stepUp }));
      return;
    case 'discard':
      display.hide();
      storeProfile(await request(discardToken, { body: stepUp }));
  }
}

function storeProfile(profile: Profile): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
}
