import type { Service } from '@portal/contract/services';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, LinkButton, NotificationBox, Stack } from '@portal/shared/ui';
import { paths } from '../../paths.ts';
import type { TopUpDraft } from './top-up-draft.ts';

interface UnconfirmedNoticeProps {
  /** The latest first. */
  topUps: readonly TopUpDraft[];
  /** The top-up under review; null in another step. */
  current: TopUpDraft | null;
  services: readonly Service[];
  /** The customer has looked into the payments. */
  onChecked: () => void;
}

/** Which payments may exist although no response confirms them, and what to do. */
export function UnconfirmedNotice({ topUps, current, services, onChecked }: UnconfirmedNoticeProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { money } = useFormat();
  const textOf = ({ key, amount, service_id }: TopUpDraft) => {
    if (key === current?.key) return t('unconfirmed.current');
    const service = services.find((one) => one.service_id === service_id);
    return t('unconfirmed.other', { amount: money(amount, service?.currency ?? 'eur') });
  };
  if (topUps.length === 0) return null;
  return (
    <NotificationBox
      tone="warning"
      live
      actions={
        <>
          <LinkButton theme="outline" size="small" href={paths.payments()}>
            {t('unconfirmed.payments')}
          </LinkButton>
          <Button theme="outline" size="small" onClick={onChecked}>
            {t('unconfirmed.checked')}
          </Button>
        </>
      }
    >
      <Stack gap="2">
        {topUps.map((topUp) => (
          <p key={topUp.key}>{textOf(topUp)}</p>
        ))}
      </Stack>
    </NotificationBox>
  );
}
