import type { Cdr } from '@portal/contract/cdr';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox } from '@portal/shared/ui';
import { knownResult, toneOfResult } from '../../call-result.tsx';
import { CallCodes, CallFacts, CallTiming } from './call-facts.tsx';
import { CallPrice } from './call-price.tsx';

interface CallDetailsProps {
  call: Cdr;
  serviceId: string;
}

/** All details of one call, the content of its drawer. */
export function CallDetails({ call, serviceId }: CallDetailsProps) {
  return (
    <>
      <CallOutcome call={call} serviceId={serviceId} />
      <CallTiming call={call} />
      <CallFacts call={call} />
      <CallPrice call={call} />
      <CallCodes call={call} />
    </>
  );
}

/** Explains how the call ended and what the customer can do about it. */
function CallOutcome({ call, serviceId }: CallDetailsProps) {
  const { t } = useTranslation('voicingCdrs');
  const openTopUp = useAction('top-up');
  const result = knownResult(call.result) ?? 'other';
  const tone = toneOfResult(call.result);
  const topUp = openTopUp && (
    <Button size="small" icon="wallet" onClick={() => openTopUp({ service_id: serviceId })}>
      {t('details.topUp')}
    </Button>
  );
  return (
    <NotificationBox
      tone={tone === 'neutral' ? 'info' : tone}
      title={t(`meaning.${result}`)}
      actions={call.result === 'blocked_balance' && topUp}
    >
      {t(`advice.${result}`)}
    </NotificationBox>
  );
}
