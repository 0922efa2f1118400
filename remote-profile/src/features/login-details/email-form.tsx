import { emailChangeSchema } from '@portal/contract/profile';
import { useMutation } from '@portal/shared/api';
import { useSidebar, useUnsavedChanges } from '@portal/shared/area';
import { useForm } from '@portal/shared/form';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { updateProfile } from '@portal/shared/session';
import {
  Button,
  FailureNotice,
  Form,
  NotificationBox,
  PasswordField,
  TextField,
  toast,
} from '@portal/shared/ui';
import { SubmitOrCancel } from '../../sidebar-form.tsx';

interface EmailFormProps {
  email: string;
  onSent: (asked: string) => void;
}

/** A new address, and the current password. */
export function EmailForm({ email, onSent }: EmailFormProps) {
  const { t } = useTranslation(['profileEmailSidebar', 'profileSidebar']);
  const { close } = useSidebar();
  const form = useForm({
    schema: emailChangeSchema,
    initial: { email: '', current_password: '' },
    onSubmit: async (change) => {
      await updateProfile(change);
      onSent(change.email);
    },
  });
  useUnsavedChanges(form.isDirty);
  return (
    <Form onSubmit={form.submit} ref={form.ref} error={<FailureNotice failure={form.failure} />}>
      <p>
        {t('explanation', { email })} {t('wayBack')}
      </p>
      <TextField
        label={t('newEmail')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <PasswordField
        label={t('profileSidebar:currentPassword')}
        description={t('passwordHint')}
        {...form.field('current_password')}
      />
      <SubmitOrCancel loading={form.isSubmitting} onCancel={close}>
        {t('submit')}
      </SubmitOrCancel>
    </Form>
  );
}

/** A change that awaits its confirmation, with a button that cancels it. */
export function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const { t } = useTranslation('profileEmailSidebar');
  const { errorText } = useErrorText();
  // Setting the address in use replaces the pending one; it is no change and needs no password.
  const cancel = useMutation({ mutationFn: () => updateProfile({ email }) });

  function handleCancel() {
    cancel.mutate(undefined, {
      onSuccess: () => toast({ tone: 'success', text: t('pending.cancelled', { email }) }),
      onError: (error) => toast({ tone: 'error', text: errorText(error) }),
    });
  }
  return (
    <NotificationBox
      title={t('pending.title')}
      actions={
        <Button size="small" theme="outline" loading={cancel.isPending} onClick={handleCancel}>
          {t('pending.cancel')}
        </Button>
      }
    >
      {t('pending.text', { pending, email })}
    </NotificationBox>
  );
}
