import type { Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { compareDecimals } from '@portal/contract/money';
import { type Format, useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, type ComparedFigure, ComparedStats, changeIn } from '@portal/shared/ui';
import { HistoryLink, notDelivered } from './history-link.tsx';
import classes from './report.module.css';

interface KeyFiguresProps {
  now: MessagingMetrics;
  /** The preceding period of the same length; null when it had no messages. */
  before: MessagingMetrics | null;
  period: Period;
}

/** The figures of the whole period, each beside its earlier value. */
export function KeyFigures({ now, before, period }: KeyFiguresProps) {
  const { t } = useTranslation('messagingReport');
  return (
    <Card aria-label={t('totalsTitle')}>
      <div className={classes['figures']}>
        <ComparedStats
          size="small"
          figures={useFigures(now, period)}
          now={now}
          before={before}
          beforeText={(value) => t('before', { value })}
        />
      </div>
    </Card>
  );
}

function useFigures(now: MessagingMetrics, period: Period): ComparedFigure<MessagingMetrics>[] {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const explained = useExplained(now);
  const sentOf = ({ sent, messages }: MessagingMetrics) => sent ?? messages;
  return [
    {
      ...explained('sent'),
      textOf: (metrics) => format.number(sentOf(metrics)),
      change: changeIn(sentOf),
    },
    {
      ...explained('delivered'),
      textOf: ({ delivered }) => format.number(delivered),
      value: <HistoryLink figure="delivered" count={now.delivered} period={period} />,
      change: changeIn(({ delivered }) => delivered),
    },
    {
      ...explained('rate'),
      textOf: ({ delivery_rate_percent }) => format.percent(delivery_rate_percent),
      change: changeIn(({ delivery_rate_percent }) => rounded(delivery_rate_percent, 0.1)),
      better: 'up',
    },
    {
      ...explained('notDelivered'),
      textOf: (metrics) => format.number(notDelivered(metrics)),
      value: <HistoryLink figure="notDelivered" count={notDelivered(now)} period={period} />,
      change: changeIn(notDelivered),
      better: 'down',
    },
    {
      label: t('metric.parts'),
      textOf: ({ parts }) => format.number(parts),
      change: changeIn(({ parts }) => parts),
    },
    {
      label: t('metric.cost'),
      textOf: ({ cost, currency }) => format.money(cost, currency),
      change: (later, earlier) => compareDecimals(later.cost, earlier.cost),
    },
    {
      ...explained('pricePerPart'),
      textOf: ({ avg_price_per_part, currency }) => format.money(avg_price_per_part, currency, { scale: 4 }),
      change: ({ avg_price_per_part: later }, { avg_price_per_part: earlier }) =>
        later === null || earlier === null ? 0 : compareDecimals(later, earlier),
    },
    {
      ...explained('latency'),
      textOf: ({ latency_ms_p50 }) => latencyText(latency_ms_p50, format),
      change: changeIn(({ latency_ms_p50 }) => rounded(latency_ms_p50, 100)),
      better: 'down',
    },
  ];
}

/** The names of figures, with explanations that quote the numbers of the period. */
function useExplained(metrics: MessagingMetrics) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const number = (count: number | null) => format.number(count ?? 0);
  const numbers = {
    messages: number(metrics.messages),
    delivered: number(metrics.delivered),
    pending: number(metrics.pending),
    undelivered: number(metrics.undelivered),
    expired: number(metrics.expired),
    rejected: number(metrics.rejected),
    failed: number(metrics.failed),
  };
  return (figure: 'sent' | 'delivered' | 'rate' | 'notDelivered' | 'pricePerPart' | 'latency') => {
    const label = t(`metric.${figure}`);
    return { label, help: { about: t('help.about', { name: label }), text: t(`help.${figure}`, numbers) } };
  };
}

/** Compared as shown: "2.8s, before 2.8s" is no improvement. */
function rounded(value: number | null, unit: number): number | null {
  return value === null ? null : Math.round(value / unit);
}

/** A delivery time in seconds with one decimal; a dash without data. */
export function latencyText(ms: number | null, format: Format): string {
  if (ms === null) return format.number(null);
  return format.number(ms / 1000, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  });
}
