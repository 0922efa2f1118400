import type { Cdr } from '@portal/contract/cdr';
import { compareDecimals } from '@portal/contract/money';
import { useAction } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, Card, type Detail, DetailList, NotificationBox, Stack } from '@portal/shared/ui';
import { knownResult, toneOfResult } from '../../call-result.tsx';
import { CallCodes, CallFacts, CallTiming } from './call-facts.tsx';

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

/** How the price is made up: which seconds were charged at which rate. The server calculates the sums. */
function CallPrice({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  return (
    <Card title={t('details.price')} headingLevel={3}>
      {call.rated ? <RatedPrice call={call} /> : <p>{t('price.pendingText')}</p>}
    </Card>
  );
}

function RatedPrice({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const { price, currency, billed_seconds: billed } = call;
  if (price === null || (billed === 0 && isZero(price))) return <p>{t('price.free')}</p>;
  return (
    <Stack>
      <p>
        {t('price.billed', { talk: format.number(call.duration_seconds), billed: format.number(billed) })}
      </p>
      <DetailList
        items={[
          ...usePriceSteps(call),
          { term: t('price.total'), description: <strong>{format.rate(price, currency)}</strong> },
        ]}
      />
    </Stack>
  );
}

function usePriceSteps(call: Cdr): (Detail | false)[] {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const { currency, fee, billed_seconds: billed, rate_initial: firstRate, rate_next: nextRate } = call;
  const first = call.rate_initial_interval ?? 0;
  const step = call.rate_next_interval ?? 0;
  const steps = step > 0 ? Math.ceil(Math.max(0, billed - first) / step) : 0;
  const perMinute = (rate: string) => t('price.perMinute', { rate: format.rate(rate, currency) });
  return [
    fee !== null && !isZero(fee) && { term: t('price.fee'), description: format.rate(fee, currency) },
    firstRate !== null &&
      first > 0 && {
        term: t('price.initial', { seconds: format.number(first) }),
        description: perMinute(firstRate),
      },
    nextRate !== null &&
      steps > 0 && {
        term: t('price.next', { steps: format.number(steps), seconds: format.number(step) }),
        description: perMinute(nextRate),
      },
  ];
}

function isZero(amount: string): boolean {
  return compareDecimals(amount, '0') === 0;
}
