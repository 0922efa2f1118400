import { serviceOfType } from '@portal/contract/service-choice';
import type { ServiceType } from '@portal/contract/services';
import { ApiError } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useErrorText } from '@portal/shared/i18n';
import { useAddService, useServices } from '@portal/shared/session';
import {
  Button,
  Card,
  EmptyState,
  FailureNotice,
  type IconName,
  LinkButton,
  NotificationBox,
  PageHeader,
  type PageHeaderProps,
  QueryFallback,
  Skeleton,
  Stack,
  toast,
  unlessSecond,
  useRegionFocus,
} from '@portal/shared/ui';
import type { ReactNode } from 'react';

/** A type of service, with the area's texts about it. */
export interface ServiceKind {
  type: ServiceType;
  icon: IconName;
  textOf: (key: 'none' | 'noneText' | 'add' | 'added' | 'notConfigured' | 'quickStart') => string;
}

interface ServiceGateProps {
  service: ServiceKind;
  children: (serviceId: string) => ReactNode;
  loading?: ReactNode;
}

/** Renders its children for the account's service of a type; an account without one can add it here. */
export function ServiceGate({ service: kind, children, loading }: ServiceGateProps) {
  const query = useServices();
  if (query.data === undefined) return <QueryFallback query={query} loading={loading} />;
  const service = serviceOfType(query.data.services, kind.type);
  return service === undefined ? <AddService {...kind} /> : children(service.service_id);
}

/** A page about the account's service of a type. */
export function ServicePage({ service, children, ...header }: ServiceGateProps & PageHeaderProps) {
  return (
    <>
      <PageHeader {...header} />
      <ServiceGate service={service}>{children}</ServiceGate>
    </>
  );
}

interface ServicePlateProps extends Omit<ServiceGateProps, 'loading'> {
  title: string;
  icon: IconName;
  /** The service's pages: title and address. */
  links: readonly (readonly [title: string, href: string])[];
}

/** A plate about the account's service of a type, with links to its pages. */
export function ServicePlate({ title, icon, links, ...gate }: ServicePlateProps) {
  const actions = links.map(([text, href]) => (
    <LinkButton key={href} theme="outline" size="small" href={href}>
      {text}
    </LinkButton>
  ));
  return (
    <Card tabIndex={-1} title={title} icon={icon} actions={actions}>
      <ServiceGate {...gate} loading={<Skeleton shape="block" />} />
    </Card>
  );
}

function AddService({ type, icon, textOf }: ServiceKind) {
  const { add, adding, error } = useAddService(() => toast({ tone: 'success', text: textOf('added') }));
  const button = useRegionFocus();
  return (
    <Stack>
      {error !== null && <AddFailure error={error} textOf={textOf} />}
      <EmptyState
        icon={icon}
        title={textOf('none')}
        action={
          <Button
            ref={button}
            icon="plus"
            loading={adding !== undefined}
            onClick={unlessSecond(() => add(type))}
          >
            {textOf('add')}
          </Button>
        }
      >
        {textOf('noneText')}
      </EmptyState>
    </Stack>
  );
}

interface AddFailureProps extends Pick<ServiceKind, 'textOf'> {
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
