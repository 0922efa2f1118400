import type { Service, ServiceType } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useErrorText } from '@portal/shared/i18n';
import { useAddService, useServices } from '@portal/shared/session';
import {
  Button,
  EmptyState,
  FailureNotice,
  type IconName,
  NotificationBox,
  QueryFallback,
  Stack,
  toast,
} from '@portal/shared/ui';
import type { ReactNode } from 'react';

export interface ServiceGateProps {
  type: ServiceType;
  icon: IconName;
  /** The area's texts about the service. */
  textOf: (key: 'none' | 'noneText' | 'add' | 'added' | 'notConfigured' | 'quickStart') => string;
  children: (service: Service) => ReactNode;
  loading?: ReactNode;
}

/** Renders its children for the account's service of a type; an account without one can add it here. */
export function ServiceGate({ children, loading, ...props }: ServiceGateProps) {
  const query = useServices();
  if (query.data === undefined) return <QueryFallback query={query} loading={loading} />;
  const services = query.data.services.filter(({ type }) => type === props.type);
  // A closed service still has its history, but an open one comes first.
  const service = services.find(({ status }) => status !== 'closed') ?? services[0];
  return service === undefined ? <AddService {...props} /> : children(service);
}

type AddServiceProps = Pick<ServiceGateProps, 'type' | 'icon' | 'textOf'>;

function AddService({ type, icon, textOf }: AddServiceProps) {
  const { add, adding, error } = useAddService(() => toast({ tone: 'success', text: textOf('added') }));
  return (
    <Stack>
      {error !== null && <AddFailure error={error} textOf={textOf} />}
      <EmptyState
        icon={icon}
        title={textOf('none')}
        action={
          <Button icon="plus" loading={adding !== undefined} onClick={() => add(type)}>
            {textOf('add')}
          </Button>
        }
      >
        {textOf('noneText')}
      </EmptyState>
    </Stack>
  );
}

interface AddFailureProps extends Pick<ServiceGateProps, 'textOf'> {
  error: Error;
}

/** The code `not_configured` means that country, currency or tax number is missing: quick start asks for them. */
function AddFailure({ error, textOf }: AddFailureProps) {
  const { errorText } = useErrorText();
  const openSetup = useAction('account-setup');
  if (!(error instanceof ApiError) || error.code !== 'not_configured') {
    return <FailureNotice failure={error} />;
  }
  const quickStart = openSetup && (
    <Button theme="outline" size="small" icon="rocket" onClick={() => openSetup()}>
      {textOf('quickStart')}
    </Button>
  );
  return (
    <NotificationBox tone="warning" live title={textOf('notConfigured')} actions={quickStart}>
      {errorText(error)}
    </NotificationBox>
  );
}
