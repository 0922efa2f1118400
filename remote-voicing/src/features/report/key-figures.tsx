import { compareDecimals } from '@portal/contract/money';
import type { VoicingMetrics } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type ComparedFigure, ComparedStats, changeIn, StatsCard } from '@portal/shared/ui';

interface KeyFiguresProps {
  now: VoicingMetrics;
  /** The preceding period of the same length. */
  before: VoicingMetrics | null;
}

/** The figures of the whole period, each beside its earlier value. */
export function KeyFigures({ now, before }: KeyFiguresProps) {
  const { t } = useTranslation('voicingStats');
  return (
    <StatsCard label={t('totalsTitle')}>
      <ComparedStats
        size="small"
        figures={useFigures()}
        now={now}
        before={before}
        beforeText={(value) => t('before', { value })}
      />
    </StatsCard>
  );
}

function useFigures(): ComparedFigure<VoicingMetrics>[] {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const explained = (figure: 'asr' | 'acd' | 'ner' | 'minutes') => {
    const label = t(`metric.${figure}`);
    return { label, help: { about: t('help.about', { name: label }), text: t(`help.${figure}`) } };
  };
  const minutesOf = ({ billed_seconds }: VoicingMetrics) => billed_seconds / 60;
  return [
    {
      label: t('metric.calls'),
      textOf: ({ calls_total }) => format.number(calls_total),
      change: changeIn(({ calls_total }) => calls_total),
    },
    {
      label: t('metric.answered'),
      textOf: ({ calls_answered }) => format.number(calls_answered),
      change: changeIn(({ calls_answered }) => calls_answered),
    },
    {
      ...explained('asr'),
      textOf: ({ asr_percent }) => format.percent(asr_percent),
      change: changeIn(({ asr_percent }) => asr_percent),
      better: 'up',
    },
    {
      ...explained('acd'),
      textOf: ({ acd_seconds }) => format.duration(acd_seconds),
      change: changeIn(({ acd_seconds }) => acd_seconds),
    },
    {
      ...explained('ner'),
      textOf: ({ ner_percent }) => format.percent(ner_percent),
      change: changeIn(({ ner_percent }) => ner_percent),
      better: 'up',
    },
    {
      ...explained('minutes'),
      textOf: (metrics) => format.number(minutesOf(metrics), { maximumFractionDigits: 1 }),
      change: changeIn(minutesOf),
    },
    {
      label: t('metric.cost'),
      textOf: ({ cost, currency }) => format.money(cost, currency),
      change: (now, then) => compareDecimals(now.cost, then.cost),
    },
  ];
}
