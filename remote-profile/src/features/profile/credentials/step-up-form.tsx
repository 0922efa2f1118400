import { stepUpSchema } from '@portal/contract/security';
import { ApiError } from '@portal/shared/api';
import { useForm } from '@portal/shared/form';
import { useTranslation } from '@portal/shared/i18n';
import {
  Button,
  FailureNotice,
  Form,
  FormActions,
  NotificationBox,
  PasswordField,
  toast,
} from '@portal/shared/ui';
import { useEffect, useId } from 'react';
import { type TokenAction, takeAction } from './token-action.ts';
import type { TokenDisplay } from './use-shown-token.ts';

interface StepUpFormProps {
  action: TokenAction;
  email: string;
  display: TokenDisplay;
  onClose: () => void;
}

/** The password that proves that it is still the customer who sits there. */
export function StepUpForm({ action, email, display, onClose }: StepUpFormProps) {
  const { t } = useTranslation(['profile', 'profileSidebar']);
  const { kind } = action;
  const fieldId = useId();
  const form = useForm({
    schema: stepUpSchema,
    initial: { current_password: '' },
    onSubmit: async (stepUp) => {
      await takeAction(action, stepUp, display);
      onClose();
      if (kind === 'promote' || kind === 'discard')
        toast({ tone: 'success', text: t(`profile:token.${kind}.done`) });
    },
  });
  const isUnreadable =
    kind === 'reveal' && form.failure instanceof ApiError && form.failure.code === 'not_found';

  // In step with the keyboard: the window has just opened, and this is all that it asks.
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);

  return (
    <Form
      onSubmit={form.submit}
      ref={form.ref}
      error={
        isUnreadable ? (
          <NotificationBox tone="warning" live>
            {t('profile:token.unreadable')}
          </NotificationBox>
        ) : (
          <FailureNotice failure={form.failure} />
        )
      }
    >
      <p>{t(`profile:token.${kind}.text`)}</p>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <PasswordField
        id={fieldId}
        label={t('profileSidebar:currentPassword')}
        {...form.field('current_password')}
      />
      <FormActions>
        <Button
          type="submit"
          theme={kind === 'promote' || kind === 'discard' ? 'red' : 'green'}
          loading={form.isSubmitting}
        >
          {t(`profile:token.${kind}.confirm`)}
        </Button>
        <Button theme="outline" onClick={onClose}>
          {t('profileSidebar:cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
