import type { Period } from '@portal/contract/dates';
import {
  type VoicingGroup,
  type VoicingMetrics,
  type VoicingStatsPage,
  type VoicingStatsRow,
  voicingGroups,
} from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { groupColumns } from '@portal/shared/service-pages';
import { type Column, CountryName, PhoneNumber, TextLink } from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import { CallResultBadge } from '../../call-result.tsx';
import { paths } from '../../paths.ts';
import { historyFilters } from './history-filters.ts';

/** A column for each group, then the figures with their totals. The id of a column is the contract's order field. */
export function useReportColumns(
  groups: readonly string[],
  page: VoicingStatsPage | undefined,
): Column<VoicingStatsRow>[] {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  return useMemo<Column<VoicingStatsRow>[]>(() => {
    const count = (value: number) => format.number(value);
    const calls = figure('calls_total', t('metric.calls'), (one) => count(one.calls_total));
    const answered = figure('calls_answered', t('metric.answered'), (one) => count(one.calls_answered));
    return [
      ...groupColumns<VoicingStatsRow, VoicingGroup>(
        groups,
        voicingGroups,
        (group) => t(`group.${group}`),
        (group, value) => <GroupValue group={group} value={value} />,
      ),
      { ...calls, cell: (row) => <CallsLink row={row} period={page?.period} show="calls" /> },
      { ...answered, cell: (row) => <CallsLink row={row} period={page?.period} show="answered" /> },
      figure('asr_percent', t('metric.asr'), (one) => format.percent(one.asr_percent)),
      figure('acd_seconds', t('metric.acd'), (one) => format.duration(one.acd_seconds)),
      figure('ner_percent', t('metric.ner'), (one) => format.percent(one.ner_percent)),
      figure('billed_seconds', t('metric.minutes'), (one) =>
        format.number(one.billed_seconds / 60, { maximumFractionDigits: 1 }),
      ),
      figure('cost', t('metric.cost'), (one) => format.money(one.cost, one.currency, { scale: 4 })),
    ];

    function figure(
      id: string,
      header: string,
      textOf: (metrics: VoicingMetrics) => string,
    ): Column<VoicingStatsRow> {
      const total = page && textOf(page.summary);
      return { id, header, align: 'end', sortable: true, cell: textOf, total };
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

interface CallsLinkProps {
  row: VoicingStatsRow;
  period: Period | undefined;
  show: 'calls' | 'answered';
}

/** A number of calls; a link to them when the history has filters that select exactly these calls. */
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
