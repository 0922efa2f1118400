import type { VoicingMetrics } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type ComparedFigure, ComparedStats } from '@portal/shared/service-pages';
import { StatsCard } from '@portal/shared/ui';

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
  return [
    { label: t('metric.calls'), number: ({ calls_total }) => calls_total },
    { label: t('metric.answered'), number: ({ calls_answered }) => calls_answered },
    { ...explained('asr'), number: ({ asr_percent }) => asr_percent, show: format.percent, better: 'up' },
    { ...explained('acd'), number: ({ acd_seconds }) => acd_seconds, show: format.duration },
    { ...explained('ner'), number: ({ ner_percent }) => ner_percent, show: format.percent, better: 'up' },
    {
      ...explained('minutes'),
      number: ({ billed_seconds }) => billed_seconds / 60,
      show: (minutes) => format.number(minutes, { maximumFractionDigits: 1 }),
    },
    { label: t('metric.cost'), money: ({ cost }) => cost },
  ];
}
