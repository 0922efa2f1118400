import type { Cdr } from '@portal/contract/cdr';
import { compareDecimals } from '@portal/contract/money';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, type Detail, DetailList, Stack } from '@portal/shared/ui';

/** How the price is made up: which seconds were charged at which rate. The server calculates the sums. */
export function CallPrice({ call }: { call: Cdr }) {
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
