import type { Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, Stat, trendOf } from '@portal/shared/ui';
import { better, changeSince, type KeyFigure, keyFigures, measureOf, useFigureText } from './figures.ts';
import { HistoryLink } from './history-link.tsx';
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
  const textOf = useFigureText();
  const helpOf = useHelp(now);
  return (
    <Card aria-label={t('totalsTitle')}>
      <div className={classes['figures']}>
        {keyFigures.map((figure) => (
          <Stat
            key={figure}
            size="small"
            label={t(`metric.${figure}`)}
            help={helpOf(figure)}
            value={shownValue(figure)}
            trend={before === null ? undefined : trendSince(figure, before)}
          />
        ))}
      </div>
    </Card>
  );

  function trendSince(figure: KeyFigure, then: MessagingMetrics) {
    const text = t('before', { value: textOf(figure, then) });
    return trendOf(changeSince(figure, now, then), text, better[figure]);
  }
  function shownValue(figure: KeyFigure) {
    if (figure !== 'delivered' && figure !== 'notDelivered') return textOf(figure, now);
    return <HistoryLink figure={figure} count={measureOf(figure, now)} period={period} />;
  }
}

/** Explains how a figure is calculated, with the numbers of the period. */
function useHelp(metrics: MessagingMetrics) {
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
  return (figure: KeyFigure) => {
    if (figure === 'parts' || figure === 'cost') return undefined;
    return {
      about: t('help.about', { name: t(`metric.${figure}`) }),
      text: t(`help.${figure}`, numbers),
    };
  };
}
