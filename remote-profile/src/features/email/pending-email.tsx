import { useMutation } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { updateProfile } from '@portal/shared/session';
import { Button, NotificationBox, toast } from '@portal/shared/ui';

/** A change that waits for its confirmation, and the way back. */
export function PendingEmail({ email, pending }: { email: string; pending: string }) {
  const { t } = useTranslation('profileEmailSidebar');
  const { errorText } = useErrorText();
  // The address in use takes the place of the one that waits; it is nothing new and needs no password.
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
