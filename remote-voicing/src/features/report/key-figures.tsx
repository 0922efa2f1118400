import type { Period } from '@portal/contract/dates';
import type { VoicingMetrics } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type ComparedFigure, ComparedStats } from '@portal/shared/service-pages';
import { StatsCard } from '@portal/shared/ui';
import { CallsLink } from './calls-link.tsx';

type Metrics = Pick<
  VoicingMetrics,
  | 'calls_total'
  | 'calls_answered'
  | 'asr_percent'
  | 'acd_seconds'
  | 'ner_percent'
  | 'billed_seconds'
  | 'cost'
  | 'currency'
>;

interface KeyFiguresProps {
  now: Metrics;
  /** The preceding period of the same length. */
  before: Metrics | null;
  /** Without it, the figures link to no calls. */
  period: Period | undefined;
}

/** Samples of the figures while these are loading. */
export const loadingMetrics: Metrics = {
  calls_total: 0,
  calls_answered: 0,
  asr_percent: 0,
  acd_seconds: 0,
  ner_percent: 0,
  billed_seconds: 0,
  cost: '0',
  currency: 'eur',
};

/** The figures of the whole period, each beside its earlier value. */
export function KeyFigures({ now, before, period }: KeyFiguresProps) {
  const { t } = useTranslation('voicingStats');
  return (
    <StatsCard label={t('totalsTitle')}>
      <ComparedStats
        size="small"
        figures={useFigures(now, period)}
        now={now}
        before={before}
        beforeText={(value) => t('before', { value })}
      />
    </StatsCard>
  );
}

function useFigures(now: Metrics, period: Period | undefined): ComparedFigure<Metrics>[] {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const explained = (figure: 'asr' | 'acd' | 'ner' | 'minutes') => {
    const label = t(`metric.${figure}`);
    return { label, help: { about: t('help.about', { name: label }), text: t(`help.${figure}`) } };
  };
  return [
    {
      label: t('metric.calls'),
      number: ({ calls_total }) => calls_total,
      value: <CallsLink figure="calls" metrics={now} period={period} />,
    },
    {
      label: t('metric.answered'),
      number: ({ calls_answered }) => calls_answered,
      value: <CallsLink figure="answered" metrics={now} period={period} />,
    },
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
