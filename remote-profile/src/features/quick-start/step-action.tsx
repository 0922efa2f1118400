import { resendConfirmation } from '@portal/contract/registration';
import { serviceTypes } from '@portal/contract/services';
import { ResendButton } from '@portal/shared/account-forms';
import { request } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { useAddService } from '@portal/shared/session';
import { Button, FailureNotice, Inline, LinkButton, Stack, toast, unlessSecond } from '@portal/shared/ui';
import { type LinkedField, paths } from '../../paths.ts';
import type { Setup, SetupStep } from '../../setup.ts';

/** The button or link of a step that is not done yet. */
export function StepAction({ step, setup }: { step: SetupStep; setup: Setup }) {
  const { t } = useTranslation('profileQuickStart');
  const openTopUp = useAction('top-up');
  const { profile, services, done } = setup;
  if (done.includes(step)) return null;
  if (step === 'email') return <ResendConfirmation email={profile.email} />;
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

/** Sends the confirmation mail again. */
function ResendConfirmation({ email }: { email: string }) {
  const { t } = useTranslation('profileQuickStart');
  return (
    <ResendButton
      size="small"
      onResend={async () => {
        const response = await request(resendConfirmation, { body: { email, resend: true } });
        return response.resend_after_seconds;
      }}
      texts={{
        resend: t('action.email'),
        resendIn: (seconds) => t('resendIn', { seconds }),
        resent: t('resent', { email }),
      }}
    />
  );
}

const icons = { voicing: 'phone', messaging: 'message' } as const;

/** Adds the first service, once the account has the currency of its balance. */
function AddService({ hasCurrency }: { hasCurrency: boolean }) {
  const { t } = useTranslation('profileQuickStart');
  const { add, adding, error } = useAddService((type) =>
    toast({ tone: 'success', text: t(`added.${type}`) }),
  );
  if (!hasCurrency) return null;
  return (
    <Stack gap="2">
      <Inline gap="2">
        {serviceTypes.map((type) => (
          <Button
            key={type}
            size="small"
            theme="outline"
            icon={icons[type]}
            loading={adding === type}
            disabled={adding !== undefined && adding !== type}
            onClick={unlessSecond(() => add(type))}
          >
            {t(`add.${type}`)}
          </Button>
        ))}
      </Inline>
      <FailureNotice failure={error} />
    </Stack>
  );
}
