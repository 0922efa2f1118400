import type { CallFigure, RowKey } from '@portal/contract/report-cells';
import {
  type VoicingGroup,
  type VoicingMetrics,
  type VoicingStatsPage,
  type VoicingStatsRow,
  voicingGroups,
} from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { groupColumns } from '@portal/shared/service-pages';
import { type Column, CountryName, PhoneNumber } from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import { CallResultBadge } from '../../call-result.tsx';
import { CallsLink } from './calls-link.tsx';

/** A column for each group, then the figures with their totals. The id of a column is the contract's order field. */
export function useReportColumns(
  groups: readonly string[],
  page: VoicingStatsPage | undefined,
): Column<VoicingStatsRow>[] {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  return useMemo<Column<VoicingStatsRow>[]>(() => {
    return [
      ...groupColumns<VoicingStatsRow, VoicingGroup>(
        groups,
        voicingGroups,
        (group) => t(`group.${group}`),
        (group, value) => <GroupValue group={group} value={value} />,
      ),
      figure('calls_total', t('metric.calls'), (one, key) => link('calls', one, key)),
      figure('calls_answered', t('metric.answered'), (one, key) => link('answered', one, key)),
      figure('asr_percent', t('metric.asr'), (one) => format.percent(one.asr_percent)),
      figure('acd_seconds', t('metric.acd'), (one) => format.duration(one.acd_seconds)),
      figure('ner_percent', t('metric.ner'), (one) => format.percent(one.ner_percent)),
      figure('billed_seconds', t('metric.minutes'), (one) =>
        format.number(one.billed_seconds / 60, { maximumFractionDigits: 1 }),
      ),
      figure('cost', t('metric.cost'), (one) =>
        format.money(one.cost, one.currency, { scale: 4, rounding: 'halfExpand' }),
      ),
    ];

    function link(name: CallFigure, metrics: VoicingMetrics, key?: RowKey) {
      return <CallsLink figure={name} metrics={metrics} rowKey={key} period={page?.period} />;
    }

    function figure(
      id: string,
      header: string,
      cellOf: (metrics: VoicingMetrics, key?: RowKey) => ReactNode,
    ): Column<VoicingStatsRow> {
      const total = page && cellOf(page.summary);
      return { id, header, align: 'end', sortable: true, cell: (row) => cellOf(row, row.key), total };
    }
  }, [groups, page, t, format]);
}

interface GroupValueProps {
  group: string;
  value: string | null | undefined;
}

function GroupValue({ group, value }: GroupValueProps): ReactNode {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  if (!value) return t('value.none');
  switch (group) {
    case 'day':
      return format.date(value);
    case 'hour':
      return format.dateTime(value);
    case 'week':
      return t('value.weekOf', { date: format.date(value) });
    case 'month':
      return format.month(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
    case 'country':
      return <CountryName code={value} />;
    case 'number_from':
      return <PhoneNumber number={value} />;
    case 'result':
      return <CallResultBadge result={value} />;
    default:
      return value;
  }
}
