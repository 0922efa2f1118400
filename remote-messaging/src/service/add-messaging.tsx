import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useAddService } from '@portal/shared/session';
import { Button, EmptyState, FailureNotice, NotificationBox, Stack, toast } from '@portal/shared/ui';

/** Stands where an account without a messaging service would see its messages. */
export function AddMessaging() {
  const { t } = useTranslation('messagingHistory');
  const { add, adding, error } = useAddService(() => toast({ tone: 'success', text: t('service.added') }));
  return (
    <Stack>
      {error !== null && <AddFailure error={error} />}
      <EmptyState
        icon="message"
        title={t('service.none')}
        action={
          <Button icon="plus" loading={adding !== undefined} onClick={() => add('messaging')}>
            {t('service.add')}
          </Button>
        }
      >
        {t('service.noneText')}
      </EmptyState>
    </Stack>
  );
}

function AddFailure({ error }: { error: Error }) {
  const { t } = useTranslation('messagingHistory');
  const { errorText } = useErrorText();
  const openSetup = useAction('account-setup');
  if (!isNotConfigured(error)) return <FailureNotice failure={error} />;
  const quickStart = openSetup && (
    <Button theme="outline" size="small" icon="rocket" onClick={() => openSetup()}>
      {t('service.quickStart')}
    </Button>
  );
  return (
    <NotificationBox tone="warning" live title={t('service.notConfigured')} actions={quickStart}>
      {errorText(error)}
    </NotificationBox>
  );
}

/** The account lacks a country, a currency or a tax number: quick start asks for them. */
function isNotConfigured(error: Error): boolean {
  return error instanceof ApiError && error.code === 'not_configured';
}
