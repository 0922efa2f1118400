import type { Service, Services } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useAddService, useServices } from '@portal/shared/session';
import {
  Button,
  EmptyState,
  FailureNotice,
  NotificationBox,
  QueryFallback,
  Stack,
  toast,
} from '@portal/shared/ui';
import type { ReactNode } from 'react';

interface MessagingServiceProps {
  children: (service: Service) => ReactNode;
  loading?: ReactNode;
}

/** Renders its children for the account's messaging service; an account without one can add it here. */
export function MessagingService({ children, loading }: MessagingServiceProps) {
  const services = useServices();
  if (services.data === undefined) return <QueryFallback query={services} loading={loading} />;
  const service = messagingService(services.data);
  return service === undefined ? <AddMessaging /> : children(service);
}

/** A closed service still has its history, but an open one comes first. */
function messagingService({ services }: Services): Service | undefined {
  const messaging = services.filter((service) => service.type === 'messaging');
  return messaging.find((service) => service.status !== 'closed') ?? messaging[0];
}

function AddMessaging() {
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

/** The code `not_configured` means that country, currency or tax number is missing: quick start asks for them. */
function AddFailure({ error }: { error: Error }) {
  const { t } = useTranslation('messagingHistory');
  const { errorText } = useErrorText();
  const openSetup = useAction('account-setup');
  if (!(error instanceof ApiError) || error.code !== 'not_configured') {
    return <FailureNotice failure={error} />;
  }
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
