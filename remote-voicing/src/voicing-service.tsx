import { useTranslation } from '@portal/shared/i18n';
import { ServiceGate, type ServiceGateProps } from '@portal/shared/service-gate';

/** Renders its children for the account's voicing service; an account without one can add it here. */
export function VoicingService(props: Pick<ServiceGateProps, 'children' | 'loading'>) {
  const { t } = useTranslation('voicingCdrs');
  return <ServiceGate type="voicing" icon="phone-call" textOf={(key) => t(`service.${key}`)} {...props} />;
}
