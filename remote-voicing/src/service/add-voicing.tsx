import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useAddService } from '@portal/shared/session';
import { Button, EmptyState, FailureNotice, NotificationBox, Stack, toast } from '@portal/shared/ui';

/** Stands where an account without a voicing service would see its calls or numbers. */
export function AddVoicing() {
  const { t } = useTranslation('voicingCdrs');
  const { errorText } = useErrorText();
  const openSetup = useAction('account-setup');
  const { add, adding, error } = useAddService(() => toast({ tone: 'success', text: t('service.added') }));
  const quickStart = openSetup && (
    <Button theme="outline" size="small" icon="rocket" onClick={() => openSetup()}>
      {t('service.quickStart')}
    </Button>
  );
  return (
    <Stack>
      {isNotConfigured(error) ? (
        <NotificationBox tone="warning" live title={t('service.notConfigured')} actions={quickStart}>
          {errorText(error)}
        </NotificationBox>
      ) : (
        <FailureNotice failure={error} />
      )}
      <EmptyState
        icon="phone-call"
        title={t('service.none')}
        action={
          <Button icon="plus" loading={adding !== undefined} onClick={() => add('voicing')}>
            {t('service.add')}
          </Button>
        }
      >
        {t('service.noneText')}
      </EmptyState>
    </Stack>
  );
}

/** The account lacks a country, a currency or a tax number: quick start asks for them. */
function isNotConfigured(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'not_configured';
}
