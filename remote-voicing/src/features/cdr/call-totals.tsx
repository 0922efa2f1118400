import type { CallTotals as Totals } from '@portal/contract/cdr';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Stat, StatsCard } from '@portal/shared/ui';

type CallTotalsProps = Pick<Totals, 'total' | 'summary'>;

/** Samples of the totals while these are loading. */
export const loadingTotals: CallTotalsProps & { is_exact: boolean } = {
  total: 1,
  is_exact: true,
  summary: {
    calls_total: 0,
    calls_answered: 0,
    asr_percent: 0,
    acd_seconds: 0,
    talk_seconds: 0,
    billed_seconds: 0,
    cost: '0',
    currency: 'eur',
  },
};

/** Totals of all calls that match the filters, on every page of the list. */
export function CallTotals({ summary, total }: CallTotalsProps) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  if (summary === null) return <p>{t('summary.tooMany', { number: format.number(total) })}</p>;
  const help = (name: string, text: string) => ({ about: t('summary.about', { name }), text });
  const [asr, acd] = [t('summary.asr'), t('summary.acd')];
  return (
    <StatsCard label={t('summary.title')}>
      <Stat size="small" label={t('summary.calls')} value={format.number(summary.calls_total)} />
      <Stat size="small" label={t('summary.answered')} value={format.number(summary.calls_answered)} />
      <Stat
        size="small"
        label={asr}
        help={help(asr, t('summary.asrHelp'))}
        value={format.percent(summary.asr_percent)}
      />
      <Stat
        size="small"
        label={acd}
        help={help(acd, t('summary.acdHelp'))}
        value={format.duration(summary.acd_seconds)}
      />
      <Stat size="small" label={t('summary.talk')} value={format.duration(summary.talk_seconds)} />
      <Stat
        size="small"
        label={t('summary.cost')}
        value={format.money(summary.cost, summary.currency, { scale: 4, rounding: 'halfExpand' })}
      />
    </StatsCard>
  );
}
