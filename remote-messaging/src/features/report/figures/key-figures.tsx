import type { Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { type Format, useFormat, useTranslation } from '@portal/shared/i18n';
import { type ComparedFigure, ComparedStats } from '@portal/shared/service-pages';
import { Card } from '@portal/shared/ui';
import { type LinkedFigure, MessagesLink, notDelivered } from '../messages-link.tsx';
import classes from '../report.module.css';

type Metrics = Omit<MessagingMetrics, 'received' | 'unsubscribed'>;

interface KeyFiguresProps {
  now: Metrics;
  /** The preceding period of the same length; null when it had no messages. */
  before: Metrics | null;
  /** Without it, the figures link to no messages. */
  period: Period | undefined;
}

/** Samples of the figures while these are loading. */
export const loadingMetrics: Metrics = {
  messages: 0,
  parts: 0,
  sent: 0,
  delivered: 0,
  undelivered: 0,
  expired: 0,
  rejected: 0,
  failed: 0,
  pending: 0,
  delivery_rate_percent: 0,
  cost: '0',
  avg_price_per_part: '0',
  currency: 'eur',
  latency_ms_p50: 0,
};

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

function useFigures(now: Metrics, period: Period | undefined): ComparedFigure<Metrics>[] {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const explained = useExplained(now);
  const link = (figure: LinkedFigure, count: number) => (
    <MessagesLink figure={figure} count={count} period={period} />
  );
  return [
    { ...explained('sent'), number: ({ sent, messages }) => sent ?? messages },
    {
      ...explained('delivered'),
      number: ({ delivered }) => delivered,
      value: link('delivered', now.delivered),
    },
    {
      ...explained('rate'),
      number: ({ delivery_rate_percent }) => delivery_rate_percent,
      show: format.percent,
      unit: 0.1,
      better: 'up',
    },
    {
      ...explained('notDelivered'),
      number: notDelivered,
      value: link('notDelivered', notDelivered(now)),
      better: 'down',
    },
    { label: t('metric.parts'), number: ({ parts }) => parts },
    { label: t('metric.cost'), money: ({ cost }) => cost },
    { ...explained('pricePerPart'), money: ({ avg_price_per_part }) => avg_price_per_part, scale: 4 },
    {
      ...explained('latency'),
      number: ({ latency_ms_p50 }) => latency_ms_p50,
      show: (ms) => latencyText(ms, format),
      // Compared as shown: "2.8s, before 2.8s" is no improvement.
      unit: 100,
      better: 'down',
    },
  ];
}

/** The names of figures, with explanations that quote the numbers of the period. */
function useExplained(metrics: Metrics) {
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
