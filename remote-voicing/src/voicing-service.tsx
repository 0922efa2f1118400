import { useTranslation } from '@portal/shared/i18n';
import { ServiceGate, type ServiceGateProps } from '@portal/shared/service-gate';
import { PageHeader, type PageHeaderProps } from '@portal/shared/ui';

type GateProps = Pick<ServiceGateProps, 'children' | 'loading'>;

/** Renders its children for the account's voicing service; an account without one can add it here. */
export function VoicingService(props: GateProps) {
  const { t } = useTranslation('voicingCdrs');
  return <ServiceGate type="voicing" icon="phone-call" textOf={(key) => t(`service.${key}`)} {...props} />;
}

/** A page about the account's voicing service. */
export function VoicingPage({ children, ...header }: PageHeaderProps & GateProps) {
  return (
    <>
      <PageHeader {...header} />
      <VoicingService>{children}</VoicingService>
    </>
  );
}
