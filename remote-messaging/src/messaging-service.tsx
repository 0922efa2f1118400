import { useTranslation } from '@portal/shared/i18n';
import { ServiceGate, type ServiceGateProps } from '@portal/shared/service-gate';

/** Renders its children for the account's messaging service; an account without one can add it here. */
export function MessagingService(props: Pick<ServiceGateProps, 'children' | 'loading'>) {
  const { t } = useTranslation('messagingHistory');
  return <ServiceGate type="messaging" icon="message" textOf={(key) => t(`service.${key}`)} {...props} />;
}
