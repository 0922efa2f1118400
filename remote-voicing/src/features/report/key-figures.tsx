import { compareDecimals } from '@portal/contract/money';
import type { VoicingMetrics } from '@portal/contract/voicing-stats';
import { type Format, useFormat, useTranslation } from '@portal/shared/i18n';
import { changeOf, Stat, StatsCard, trendOf } from '@portal/shared/ui';

const figures = ['calls', 'answered', 'asr', 'acd', 'ner', 'minutes', 'cost'] as const;
type Figure = (typeof figures)[number];

interface KeyFiguresProps {
  now: VoicingMetrics;
  /** The preceding period of the same length. */
  before: VoicingMetrics | null;
}

/** The figures of the whole period, each beside its earlier value. */
export function KeyFigures({ now, before }: KeyFiguresProps) {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  return (
    <StatsCard label={t('totalsTitle')}>
      {figures.map((figure) => {
        const name = t(`metric.${figure}`);
        return (
          <Stat
            key={figure}
            size="small"
            label={name}
            help={
              isExplained(figure)
                ? { about: t('help.about', { name }), text: t(`help.${figure}`) }
                : undefined
            }
            value={figureText(figure, now, format)}
            trend={before === null ? undefined : trendSince(figure, before)}
          />
        );
      })}
    </StatsCard>
  );

  function trendSince(figure: Figure, then: VoicingMetrics) {
    const text = t('before', { value: figureText(figure, then, format) });
    const change =
      figure === 'cost'
        ? compareDecimals(now.cost, then.cost)
        : changeOf(measureOf(figure, now), measureOf(figure, then));
    // A higher ASR or NER is better; the other figures are neither good nor bad.
    return trendOf(change, text, figure === 'asr' || figure === 'ner' ? 'up' : undefined);
  }
}

function isExplained(figure: Figure): figure is 'asr' | 'acd' | 'ner' | 'minutes' {
  return figure !== 'calls' && figure !== 'answered' && figure !== 'cost';
}

function figureText(figure: Figure, metrics: VoicingMetrics, format: Format): string {
  if (figure === 'cost') return format.money(metrics.cost, metrics.currency);
  const value = measureOf(figure, metrics);
  if (figure === 'asr' || figure === 'ner') return format.percent(value);
  if (figure === 'acd') return format.duration(value);
  return format.number(value, { maximumFractionDigits: 1 });
}

/** A figure other than money as a number; null when the period has no data for it. */
function measureOf(figure: Exclude<Figure, 'cost'>, metrics: VoicingMetrics): number | null {
  switch (figure) {
    case 'calls':
      return metrics.calls_total;
    case 'answered':
      return metrics.calls_answered;
    case 'asr':
      return metrics.asr_percent;
    case 'acd':
      return metrics.acd_seconds;
    case 'ner':
      return metrics.ner_percent;
    case 'minutes':
      return metrics.billed_seconds / 60;
  }
}
