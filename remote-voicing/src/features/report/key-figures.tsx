import { compareDecimals } from '@portal/contract/money';
import type { VoicingMetrics } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { InfoTip, Stat, trendOf } from '@portal/shared/ui';
import { Figures } from '../../calls/figures.tsx';

interface KeyFiguresProps {
  now: VoicingMetrics;
  /** The period of equal length before. */
  before: VoicingMetrics | null;
}

type Figure = 'calls' | 'answered' | 'asr' | 'acd' | 'ner' | 'minutes' | 'cost';
type Explained = 'asr' | 'acd' | 'ner' | 'minutes';

const figures: readonly Figure[] = ['calls', 'answered', 'asr', 'acd', 'ner', 'minutes', 'cost'];
const explained: readonly Explained[] = ['asr', 'acd', 'ner', 'minutes'];
/** More of these is better; the others just are. */
const qualities: readonly Figure[] = ['asr', 'ner'];

/** The figures of the whole period, each beside what it was before. */
export function KeyFigures({ now, before }: KeyFiguresProps) {
  const { t } = useTranslation('voicingStats');
  const textOf = useFigureText();
  return (
    <Figures label={t('totalsTitle')}>
      {figures.map((figure) => (
        <Stat
          key={figure}
          size="small"
          label={<FigureName figure={figure} />}
          value={textOf(figure, now)}
          trend={
            before === null
              ? undefined
              : trendOf(
                  changeOf(figure, now, before),
                  t('before', { value: textOf(figure, before) }),
                  qualities.includes(figure) ? 'up' : undefined,
                )
          }
        />
      ))}
    </Figures>
  );
}

function FigureName({ figure }: { figure: Figure }) {
  const { t } = useTranslation('voicingStats');
  const name = t(`metric.${figure}`);
  const help = explained.find((one) => one === figure);
  return (
    <>
      {name}
      {help && <InfoTip label={t('help.about', { name })}>{t(`help.${help}`)}</InfoTip>}
    </>
  );
}

function useFigureText(): (figure: Figure, metrics: VoicingMetrics) => string {
  const format = useFormat();
  return (figure, metrics) => {
    const value = measureOf(figure, metrics);
    if (figure === 'cost') return format.money(metrics.cost, metrics.currency);
    if (figure === 'asr' || figure === 'ner') return format.percent(value);
    if (figure === 'acd') return format.duration(value);
    return format.number(value, { maximumFractionDigits: 1 });
  };
}

/** Above zero for more than before; zero too where one of the periods has nothing to measure. */
function changeOf(figure: Figure, now: VoicingMetrics, before: VoicingMetrics): number {
  if (figure === 'cost') return compareDecimals(now.cost, before.cost);
  const [current, earlier] = [measureOf(figure, now), measureOf(figure, before)];
  return current === null || earlier === null ? 0 : current - earlier;
}

/** A figure other than money as a number; null where there is nothing to count. */
function measureOf(figure: Figure, metrics: VoicingMetrics): number | null {
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
    case 'cost':
      return null;
  }
}
