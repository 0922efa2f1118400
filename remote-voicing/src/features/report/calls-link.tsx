import type { Period } from '@portal/contract/dates';
import { type CallFigure, callsOfCell, type RowKey } from '@portal/contract/report-cells';
import type { VoicingMetrics } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { TextLink } from '@portal/shared/ui';
import { paths } from '../../paths.ts';

interface CallsLinkProps {
  figure: CallFigure;
  metrics: Pick<VoicingMetrics, 'calls_total' | 'calls_answered'>;
  /** The row's groups; without them, the figure covers the whole period. */
  rowKey?: RowKey | undefined;
  period: Period | undefined;
}

const noGroups = {};

/** A number of calls, with a link to exactly these calls in the history. */
export function CallsLink({ figure, metrics, rowKey = noGroups, period }: CallsLinkProps) {
  const { t } = useTranslation('voicingStats');
  const count = figure === 'calls' ? metrics.calls_total : metrics.calls_answered;
  const calls = useFormat().number(count);
  const filters = period && count > 0 ? callsOfCell(rowKey, period, figure) : null;
  if (!filters) return calls;
  return (
    <TextLink href={paths.cdr(filters)} aria-label={t(`link.${figure}`, { calls })}>
      {calls}
    </TextLink>
  );
}
