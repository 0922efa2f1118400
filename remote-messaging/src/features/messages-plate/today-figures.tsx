import type { MessagingReport } from '@portal/contract/messaging-report';
import { compareDecimals } from '@portal/contract/money';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { addDays, changeOf, Grid, QueryFallback, Skeleton, Stat, todayIn, trendOf } from '@portal/shared/ui';
import { useMessagingReport } from '../../messages/use-messaging-report.ts';

/** Today's messages beside yesterday's, in days of the account's time zone. */
export function TodayFigures({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const today = todayIn(format.timeZone);
  const yesterday = addDays(today, -1);
  const report = useMessagingReport(serviceId, { start_date: yesterday, end_date: today, group_by: 'day' });
  if (report.data === undefined) return <QueryFallback query={report} loading={<Skeleton shape="block" />} />;
  const { data } = report;
  const now = figuresOf(data, today);
  const before = figuresOf(data, yesterday);

  const yesterdays = (value: string) => t('plate.yesterday', { value });
  return (
    <Grid columns="s">
      <Stat
        label={t('plate.messages')}
        value={format.number(now.messages)}
        trend={trendOf(now.messages - before.messages, yesterdays(format.number(before.messages)))}
      />
      <Stat
        label={t('plate.rate')}
        value={format.percent(now.rate)}
        trend={trendOf(changeOf(now.rate, before.rate), yesterdays(format.percent(before.rate)), 'up')}
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

/** The figures of a day; a day without messages has no row. */
function figuresOf({ items, summary }: MessagingReport, day: string) {
  const row = items.find(({ key }) => key['day'] === day);
  return {
    messages: row?.messages ?? 0,
    rate: row?.delivery_rate_percent ?? null,
    cost: row?.cost ?? '0',
    currency: summary.currency,
  };
}
