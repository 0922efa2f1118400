import type { MessagingReport } from '@portal/contract/messaging-report';
import { compareDecimals } from '@portal/contract/money';
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
import { useMessagingReport } from '../../messages/use-messages.ts';

/** Today's messages beside yesterday's, in days of the account's time zone. */
export function TodayFigures({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const today = todayIn(useFormat().timeZone);
  const yesterday = addDays(today, -1);
  const report = useMessagingReport(serviceId, { start_date: yesterday, end_date: today, group_by: 'day' });
  const figures = useFigures();
  if (report.data === undefined) return <QueryFallback query={report} loading={<Skeleton shape="block" />} />;
  return (
    <Grid columns="s">
      <ComparedStats
        figures={figures}
        now={dayOf(report.data, today)}
        before={dayOf(report.data, yesterday)}
        beforeText={(value) => t('plate.yesterday', { value })}
      />
    </Grid>
  );
}

type Day = ReturnType<typeof dayOf>;

function useFigures(): ComparedFigure<Day>[] {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  return [
    {
      label: t('plate.messages'),
      textOf: ({ messages }) => format.number(messages),
      change: changeIn(({ messages }) => messages),
    },
    {
      label: t('plate.rate'),
      textOf: ({ rate }) => format.percent(rate),
      change: changeIn(({ rate }) => rate),
      better: 'up',
    },
    {
      label: t('plate.spend'),
      textOf: ({ cost, currency }) => format.money(cost, currency),
      change: (now, before) => compareDecimals(now.cost, before.cost),
    },
  ];
}

/** The figures of a day; a day without messages has no row. */
function dayOf({ items, summary }: MessagingReport, day: string) {
  const row = items.find(({ key }) => key['day'] === day);
  return {
    messages: row?.messages ?? 0,
    rate: row?.delivery_rate_percent ?? null,
    cost: row?.cost ?? '0',
    currency: summary.currency,
  };
}
