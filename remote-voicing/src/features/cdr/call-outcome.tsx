import type { Cdr } from '@portal/contract/cdr';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox, type NotificationTone } from '@portal/shared/ui';
import { knownResult, toneOfResult } from '../../calls/call-result.tsx';

/** How the call ended in plain words, and what the customer can do about it. */
export function CallOutcome({ call, serviceId }: { call: Cdr; serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const openTopUp = useAction('top-up');
  const result = knownResult(call.result) ?? 'other';
  const topUp = openTopUp && (
    <Button size="small" icon="wallet" onClick={() => openTopUp({ service_id: serviceId })}>
      {t('details.topUp')}
    </Button>
  );
  return (
    <NotificationBox
      tone={boxTone(call.result)}
      title={t(`meaning.${result}`)}
      actions={call.result === 'blocked_balance' && topUp}
    >
      {t(`advice.${result}`)}
    </NotificationBox>
  );
}

function boxTone(result: string): NotificationTone {
  const tone = toneOfResult(result);
  return tone === 'neutral' ? 'info' : tone;
}
