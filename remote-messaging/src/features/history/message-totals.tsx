import type { MessageTotals as Totals } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Stat, StatsCard } from '@portal/shared/ui';

type MessageTotalsProps = Pick<Totals, 'total' | 'summary'>;

/** Samples of the totals while these are loading. */
export const loadingTotals: MessageTotalsProps & { is_exact: boolean } = {
  total: 1,
  is_exact: true,
  summary: {
    messages: 0,
    parts: 0,
    delivered: 0,
    delivery_rate_percent: 0,
    cost: '0',
    currency: 'eur',
  },
};

/** Totals of all messages that match the filters, on every page of the list. */
export function MessageTotals({ summary, total }: MessageTotalsProps) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  if (summary === null) return <p>{t('summary.tooMany', { number: format.number(total) })}</p>;
  const rate = t('summary.rate');
  return (
    <StatsCard label={t('summary.title')}>
      <Stat size="small" label={t('summary.messages')} value={format.number(summary.messages)} />
      <Stat size="small" label={t('summary.parts')} value={format.number(summary.parts)} />
      <Stat
        size="small"
        label={rate}
        help={{ about: t('summary.about', { name: rate }), text: t('summary.rateHelp') }}
        value={format.percent(summary.delivery_rate_percent)}
        hint={t('summary.rateHint', { delivered: format.number(summary.delivered) })}
      />
      <Stat
        size="small"
        label={t('summary.cost')}
        value={format.money(summary.cost, summary.currency, { scale: 4, rounding: 'halfExpand' })}
      />
    </StatsCard>
  );
}
