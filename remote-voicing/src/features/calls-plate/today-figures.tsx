import { compareDecimals } from '@portal/contract/money';
import type { VoicingStatsPage, VoicingStatsRow } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { addDays, Grid, QueryFallback, Skeleton, Stat, type StatProps, todayIn } from '@portal/shared/ui';
import { useVoicingStats } from '../../calls/use-voicing-stats.ts';

type Trend = NonNullable<StatProps['trend']>;

/** Today's calls beside yesterday's; days are the account's. */
export function TodayFigures({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  const today = todayIn(format.timeZone);
  const yesterday = addDays(today, -1);
  const stats = useVoicingStats(serviceId, { start_date: yesterday, end_date: today, filter: 'day' });
  if (stats.data === undefined) return <QueryFallback query={stats} loading={<Skeleton shape="block" />} />;
  const { data } = stats;
  const now = figuresOf(data, today);
  const before = figuresOf(data, yesterday);

  function trend(difference: number, value: string, isQuality = false): { trend: Trend } {
    const text = t('plate.yesterday', { value });
    if (difference === 0) return { trend: { direction: 'flat', text } };
    const direction = difference > 0 ? 'up' : 'down';
    return { trend: { direction, text, ...(isQuality && { tone: difference > 0 ? 'good' : 'bad' }) } };
  }
  return (
    <Grid columns="s">
      <Stat
        label={t('summary.calls')}
        value={format.number(now.calls)}
        {...trend(now.calls - before.calls, format.number(before.calls))}
      />
      <Stat
        label={t('summary.asr')}
        value={format.percent(now.asr)}
        {...trend(change(now.asr, before.asr), format.percent(before.asr), true)}
      />
      <Stat
        label={t('summary.acd')}
        value={format.duration(now.acd)}
        {...trend(change(now.acd, before.acd), format.duration(before.acd))}
      />
      <Stat
        label={t('plate.spend')}
        value={format.money(now.cost, now.currency)}
        {...trend(compareDecimals(now.cost, before.cost), format.money(before.cost, before.currency))}
      />
    </Grid>
  );
}

/** Nothing has changed where one of the days has nothing to measure. */
function change(now: number | null, before: number | null): number {
  return now === null || before === null ? 0 : now - before;
}

/** A day without calls has no row. */
function figuresOf({ items, summary }: VoicingStatsPage, day: string) {
  const row: VoicingStatsRow | undefined = items.find(({ key }) => key['day'] === day);
  return {
    calls: row?.calls_total ?? 0,
    asr: row?.asr_percent ?? null,
    acd: row?.acd_seconds ?? null,
    cost: row?.cost ?? '0',
    currency: summary.currency,
  };
}
