import { compareDecimals } from '@portal/contract/money';
import type { VoicingStatsPage, VoicingStatsRow } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { addDays, changeOf, Grid, QueryFallback, Skeleton, Stat, todayIn, trendOf } from '@portal/shared/ui';
import { useVoicingStats } from '../../calls/use-voicing-stats.ts';

/** Today's calls beside yesterday's, in days of the account's time zone. */
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

  const yesterdays = (value: string) => t('plate.yesterday', { value });
  return (
    <Grid columns="s">
      <Stat
        label={t('summary.calls')}
        value={format.number(now.calls)}
        trend={trendOf(now.calls - before.calls, yesterdays(format.number(before.calls)))}
      />
      <Stat
        label={t('summary.asr')}
        value={format.percent(now.asr)}
        trend={trendOf(changeOf(now.asr, before.asr), yesterdays(format.percent(before.asr)), 'up')}
      />
      <Stat
        label={t('summary.acd')}
        value={format.duration(now.acd)}
        trend={trendOf(changeOf(now.acd, before.acd), yesterdays(format.duration(before.acd)))}
      />
      <Stat
        label={t('plate.spend')}
        value={format.money(now.cost, now.currency)}
        trend={trendOf(
          compareDecimals(now.cost, before.cost),
          yesterdays(format.money(before.cost, before.currency)),
        )}
      />
    </Grid>
  );
}

/** The figures of a day; a day without calls has no row. */
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
