import { compareDecimals } from '@portal/contract/money';
import type { VoicingStatsPage } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  addDays,
  type ComparedFigure,
  ComparedStats,
  changeIn,
  Grid,
  QueryFallback,
  Skeleton,
  todayIn,
} from '@portal/shared/ui';
import { useVoicingStats } from '../../calls/use-calls.ts';

/** Today's calls beside yesterday's, in days of the account's time zone. */
export function TodayFigures({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const today = todayIn(useFormat().timeZone);
  const yesterday = addDays(today, -1);
  const stats = useVoicingStats(serviceId, { start_date: yesterday, end_date: today, filter: 'day' });
  const figures = useFigures();
  if (stats.data === undefined) return <QueryFallback query={stats} loading={<Skeleton shape="block" />} />;
  return (
    <Grid columns="s">
      <ComparedStats
        figures={figures}
        now={dayOf(stats.data, today)}
        before={dayOf(stats.data, yesterday)}
        beforeText={(value) => t('plate.yesterday', { value })}
      />
    </Grid>
  );
}

type Day = ReturnType<typeof dayOf>;

function useFigures(): ComparedFigure<Day>[] {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  return [
    {
      label: t('summary.calls'),
      textOf: ({ calls }) => format.number(calls),
      change: changeIn(({ calls }) => calls),
    },
    {
      label: t('summary.asr'),
      textOf: ({ asr }) => format.percent(asr),
      change: changeIn(({ asr }) => asr),
      better: 'up',
    },
    {
      label: t('summary.acd'),
      textOf: ({ acd }) => format.duration(acd),
      change: changeIn(({ acd }) => acd),
    },
    {
      label: t('plate.spend'),
      textOf: ({ cost, currency }) => format.money(cost, currency),
      change: (now, before) => compareDecimals(now.cost, before.cost),
    },
  ];
}

/** The figures of a day; a day without calls has no row. */
function dayOf({ items, summary }: VoicingStatsPage, day: string) {
  const row = items.find(({ key }) => key['day'] === day);
  return {
    calls: row?.calls_total ?? 0,
    asr: row?.asr_percent ?? null,
    acd: row?.acd_seconds ?? null,
    cost: row?.cost ?? '0',
    currency: summary.currency,
  };
}
