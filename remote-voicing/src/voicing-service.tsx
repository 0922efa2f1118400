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

interface VoicingServiceProps {
  children: (service: Service) => ReactNode;
  loading?: ReactNode;
}

/** Renders its children for the account's voicing service; an account without one can add it here. */
export function VoicingService({ children, loading }: VoicingServiceProps) {
  const services = useServices();
  if (services.data === undefined) return <QueryFallback query={services} loading={loading} />;
  const service = voicingService(services.data);
  return service === undefined ? <AddVoicing /> : children(service);
}

/** A closed service still has its history, but an open one comes first. */
function voicingService({ services }: Services): Service | undefined {
  const voicing = services.filter((service) => service.type === 'voicing');
  return voicing.find((service) => service.status !== 'closed') ?? voicing[0];
}

function AddVoicing() {
  const { t } = useTranslation('voicingCdrs');
  const { add, adding, error } = useAddService(() => toast({ tone: 'success', text: t('service.added') }));
  return (
    <Stack>
      {error !== null && <AddFailure error={error} />}
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

/** The code `not_configured` means that country, currency or tax number is missing: quick start asks for them. */
function AddFailure({ error }: { error: Error }) {
  const { t } = useTranslation('voicingCdrs');
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
