import type { Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { useTranslation } from '@portal/shared/i18n';
import { Card, Stat, trendOf } from '@portal/shared/ui';
import { FigureName } from './figure-name.tsx';
import { HistoryLink } from './history-link.tsx';
import { better, changeOf, type KeyFigure, keyFigures, linkedFigure, measureOf } from './key-figure.ts';
import classes from './key-figures.module.css';
import { useFigureText } from './use-figure-text.ts';

interface KeyFiguresProps {
  now: MessagingMetrics;
  /** The period of equal length before; null where there were no messages. */
  before: MessagingMetrics | null;
  period: Period;
}

/** The figures of the whole period, each beside what it was before. */
export function KeyFigures({ now, before, period }: KeyFiguresProps) {
  const { t } = useTranslation('messagingReport');
  const textOf = useFigureText();
  return (
    <Card aria-label={t('totalsTitle')}>
      <div className={classes['figures']}>
        {keyFigures.map((figure) => (
          <Stat
            key={figure}
            size="small"
            label={<FigureName figure={figure} metrics={now} />}
            value={shownValue(figure)}
            trend={before === null ? undefined : trend(figure, before)}
          />
        ))}
      </div>
    </Card>
  );

  function trend(figure: KeyFigure, then: MessagingMetrics) {
    const text = t('before', { value: textOf(figure, then) });
    return trendOf(changeOf(figure, now, then), text, better[figure]);
  }
  function shownValue(figure: KeyFigure) {
    const linked = linkedFigure(figure);
    if (linked === null) return textOf(figure, now);
    return <HistoryLink figure={linked} count={measureOf(figure, now)} period={period} />;
  }
}
