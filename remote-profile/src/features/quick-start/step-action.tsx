import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, LinkButton } from '@portal/shared/ui';
import { type LinkedField, paths } from '../../paths.ts';
import type { SetupStep } from '../../setup/setup-steps.ts';
import type { Setup } from '../../setup/use-setup.ts';
import { AddService } from './add-service.tsx';
import { ResendButton } from './resend-button.tsx';

/** The way to a step that is not done yet. */
export function StepAction({ step, setup }: { step: SetupStep; setup: Setup }) {
  const { t } = useTranslation('profileQuickStart');
  const openTopUp = useAction('top-up');
  const { profile, services, done } = setup;
  if (done.includes(step)) return null;
  if (step === 'email') return <ResendButton email={profile.email} />;
  if (step === 'service') {
    const [service] = services;
    if (service === undefined) return <AddService hasCurrency={profile.currency !== null} />;
    return (
      openTopUp && (
        <Button size="small" icon="wallet" onClick={() => openTopUp({ service_id: service.service_id })}>
          {t('action.topUp')}
        </Button>
      )
    );
  }
  return (
    <LinkButton size="small" theme="outline" iconEnd="arrow-right" href={paths.profile(fieldOf(step, setup))}>
      {t(`action.${step}`)}
    </LinkButton>
  );
}

function fieldOf(step: 'place' | 'currency' | 'taxNumber', { profile }: Setup): LinkedField {
  if (step === 'place') return profile.country === null ? 'country' : 'address';
  return step === 'currency' ? 'currency' : 'tax_number';
}
