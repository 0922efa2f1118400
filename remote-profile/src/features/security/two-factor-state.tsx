import type { TwoFactor } from '@portal/contract/security';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, FormActions, NotificationBox, Stack } from '@portal/shared/ui';

interface TwoFactorStateProps {
  twoFactor: TwoFactor;
  onStep: (kind: 'begin' | 'renew' | 'disable') => void;
}

/** With so few left it is time for new ones. */
const fewCodes = 2;

/** Whether the second step is on, and what can be done about it. */
export function TwoFactorState({ twoFactor, onStep }: TwoFactorStateProps) {
  const { t } = useTranslation('profileSecuritySidebar');
  const { date } = useFormat();
  const { enabled, enabled_at: since, recovery_codes_left: left } = twoFactor;
  if (!enabled) {
    return (
      <Stack>
        <p>{t('two.explanation')}</p>
        <FormActions>
          <Button size="medium" onClick={() => onStep('begin')}>
            {t('two.begin')}
          </Button>
        </FormActions>
      </Stack>
    );
  }
  return (
    <Stack>
      <p>
        {since !== null && t('two.since', { date: date(since) })} {t('two.left', { count: left })}
      </p>
      {left <= fewCodes && <NotificationBox tone="warning">{t('two.few')}</NotificationBox>}
      <FormActions>
        <Button size="medium" theme="outline" onClick={() => onStep('renew')}>
          {t('two.renew')}
        </Button>
        <Button size="medium" theme="outline" onClick={() => onStep('disable')}>
          {t('two.disable')}
        </Button>
      </FormActions>
    </Stack>
  );
}
