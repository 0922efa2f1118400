import type { Period } from '@portal/contract/dates';
import { type VoicingStatsRow, voicingGroups } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type Column, TextLink } from '@portal/shared/ui';
import { useMemo } from 'react';
import { paths } from '../../paths.ts';
import { GroupValue } from './group-value.tsx';
import { historyFilters } from './history-filters.ts';

/** A column for each grouping, then the figures; ids are the contract's order fields. */
export function useReportColumns(
  groups: readonly string[],
  period: Period | undefined,
): Column<VoicingStatsRow>[] {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  return useMemo<Column<VoicingStatsRow>[]>(() => {
    const figure = { align: 'end', sortable: true } as const;
    return [
      ...groups.map((group, index) => groupColumn(group, index === 0)),
      {
        ...figure,
        id: 'calls_total',
        header: t('metric.calls'),
        cell: (row) => <CallsLink row={row} period={period} show="calls" />,
      },
      {
        ...figure,
        id: 'calls_answered',
        header: t('metric.answered'),
        cell: (row) => <CallsLink row={row} period={period} show="answered" />,
      },
      {
        ...figure,
        id: 'asr_percent',
        header: t('metric.asr'),
        cell: (row) => format.percent(row.asr_percent),
      },
      {
        ...figure,
        id: 'acd_seconds',
        header: t('metric.acd'),
        cell: (row) => format.duration(row.acd_seconds),
      },
      {
        ...figure,
        id: 'ner_percent',
        header: t('metric.ner'),
        cell: (row) => format.percent(row.ner_percent),
      },
      {
        ...figure,
        id: 'billed_seconds',
        header: t('metric.minutes'),
        cell: (row) => format.number(row.billed_seconds / 60, { maximumFractionDigits: 1 }),
      },
      {
        ...figure,
        id: 'cost',
        header: t('metric.cost'),
        cell: (row) => format.money(row.cost, row.currency, { scale: 4 }),
      },
    ];

    function groupColumn(group: string, isFirst: boolean): Column<VoicingStatsRow> {
      const known = voicingGroups.find((one) => one === group);
      return {
        id: group,
        header: known ? t(`group.${known}`) : group,
        sortable: known !== undefined,
        primary: isFirst,
        cell: (row) => <GroupValue group={group} value={row.key[group]} />,
      };
    }
  }, [groups, period, t, format]);
}

interface CallsLinkProps {
  row: VoicingStatsRow;
  period: Period | undefined;
  show: 'calls' | 'answered';
}

/** A number of calls that leads to these calls in the history, where its filters can tell them apart. */
function CallsLink({ row, period, show }: CallsLinkProps) {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const count = show === 'calls' ? row.calls_total : row.calls_answered;
  const text = format.number(count);
  const filters = period && count > 0 ? historyFilters(row.key, period) : null;
  if (!filters) return text;
  const href = paths.cdr(show === 'answered' ? { ...filters, duration_from: 1 } : filters);
  return (
    <TextLink href={href} aria-label={t(`link.${show}`, { calls: text })}>
      {text}
    </TextLink>
  );
}
