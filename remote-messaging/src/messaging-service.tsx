import { useTranslation } from '@portal/shared/i18n';
import { ServiceGate, type ServiceGateProps } from '@portal/shared/service-gate';
import { PageHeader, type PageHeaderProps } from '@portal/shared/ui';

type GateProps = Pick<ServiceGateProps, 'children' | 'loading'>;

/** Renders its children for the account's messaging service; an account without one can add it here. */
export function MessagingService(props: GateProps) {
  const { t } = useTranslation('messagingHistory');
  return <ServiceGate type="messaging" icon="message" textOf={(key) => t(`service.${key}`)} {...props} />;
}

/** A page about the account's messaging service. */
export function MessagingPage({ children, ...header }: PageHeaderProps & GateProps) {
  return (
    <>
      <PageHeader {...header} />
      <MessagingService>{children}</MessagingService>
    </>
  );
}
