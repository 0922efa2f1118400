import { type StepUp, stepUpSchema } from '@portal/contract/password';
import type { TwoFactor } from '@portal/contract/two-factor';
import { useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, FailureNotice, Form, FormActions, NotificationBox, Stack } from '@portal/shared/ui';
import { CurrentPasswordField, SubmitOrCancel } from '../../sidebar-form.tsx';

interface TwoFactorStateProps {
  twoFactor: TwoFactor;
  onStep: (kind: 'begin' | 'renew' | 'disable') => void;
}

/** From this number down, the customer is advised to make new recovery codes. */
const fewCodes = 2;

/** Whether two-step verification is on, with the buttons that change it. */
export function TwoFactorState({ twoFactor, onStep }: TwoFactorStateProps) {
  const { t } = useTranslation('profileSecuritySidebar');
  const { date } = useFormat();
  const { enabled, enabled_at: since, recovery_codes_left: left } = twoFactor;
  if (!enabled) {
    return (
      <Stack>
        <p>{t('two.explanation')}</p>
        <FormActions>
          <Button size="medium" onClick={() => onStep('begin')}>
            {t('two.begin')}
          </Button>
        </FormActions>
      </Stack>
    );
  }
  return (
    <Stack>
      <p>
        {since !== null && t('two.since', { date: date(since) })} {t('two.left', { count: left })}
      </p>
      {left <= fewCodes && <NotificationBox tone="warning">{t('two.few')}</NotificationBox>}
      <FormActions>
        <Button size="medium" theme="outline" onClick={() => onStep('renew')}>
          {t('two.renew')}
        </Button>
        <Button size="medium" theme="outline" onClick={() => onStep('disable')}>
          {t('two.disable')}
        </Button>
      </FormActions>
    </Stack>
  );
}

interface PasswordStepProps {
  /** What happens once the password is sent. */
  text: string;
  submit: string;
  isDangerous?: boolean;
  /** Explains a failure that means something else here; undefined for the others. */
  failureText: (failure: unknown) => string | undefined;
  onPassword: (stepUp: StepUp) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the current password before a step that only the account's owner may take. */
export function PasswordStep({
  text,
  submit,
  isDangerous = false,
  failureText,
  onPassword,
  onCancel,
}: PasswordStepProps) {
  const form = useForm({ schema: stepUpSchema, initial: { current_password: '' }, onSubmit: onPassword });
  useUnsavedChanges(form.isDirty);
  const explained = failureText(form.failure);
  const error =
    explained === undefined ? (
      <FailureNotice failure={form.failure} />
    ) : (
      <NotificationBox tone="warning" live>
        {explained}
      </NotificationBox>
    );
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={error}>
      <p>{text}</p>
      <CurrentPasswordField {...form.field('current_password')} />
      <SubmitOrCancel theme={isDangerous ? 'red' : 'green'} loading={form.isSubmitting} onCancel={onCancel}>
        {submit}
      </SubmitOrCancel>
    </Form>
  );
}
