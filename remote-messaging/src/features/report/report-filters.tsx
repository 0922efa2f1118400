import { messagingReportQuerySchema, type ReportGroup } from '@portal/contract/messaging-report';
import { parameter } from '@portal/contract/query-value';
import { useTranslation } from '@portal/shared/i18n';
import { defineListFilters } from '@portal/shared/router';
import { type FilterProps, ReportFilters } from '@portal/shared/service-pages';
import type { SelectOption } from '@portal/shared/ui';
import * as v from 'valibot';

/**
 * The page's state in the URL: the report's query and the open row. A period that is too long stays in it; the server's
 * response explains the error.
 */
export const reportQuerySchema = v.object({
  ...messagingReportQuerySchema.entries,
  row: parameter(v.string()),
});
type ReportQuery = v.InferOutput<typeof reportQuerySchema>;

const period = ['start_date', 'end_date'] as const;
const filters = defineListFilters(reportQuerySchema, { ranges: [period], other: ['row'] });
/** The filters that can leave the report empty. */
export const periodFilter = defineListFilters(reportQuerySchema, {
  ranges: [period],
  other: ['row', 'group_by'],
});

export function MessagingReportFilters({ query, setQuery }: FilterProps<ReportQuery>) {
  const { t } = useTranslation('messagingReport');
  return (
    <ReportFilters
      activeCount={filters.count(query)}
      // Clears the order too: the rows may no longer have the group that they are sorted by.
      onReset={() => setQuery({ ...filters.reset, order: undefined })}
      defaultTitle={t('filters.thisMonth')}
      value={query}
      onChange={setQuery}
      groupLabel={t('filters.groupBy')}
      groups={useGroupings(query.group_by)}
      group={query.group_by.join(',')}
      onGroup={(value) => setQuery({ group_by: value, order: undefined, row: undefined })}
    />
  );
}

const groupings: readonly (readonly ReportGroup[])[] = [
  ['country', 'operator'],
  ['country'],
  ['operator'],
  ['day'],
  ['day', 'country'],
  ['sender'],
  ['sender', 'country'],
  ['campaign'],
];

/** The offered groupings, plus the current one if it comes from a link and is not among them. */
function useGroupings(chosen: readonly ReportGroup[]): SelectOption[] {
  const { t } = useTranslation('messagingReport');
  const isOffered = groupings.some((groups) => groups.join(',') === chosen.join(','));
  const all = isOffered ? groupings : [...groupings, chosen];
  return all.map((groups) => ({
    value: groups.join(','),
    title: groups
      .map((group) => t(`group.${group}`))
      .reduce((outer, inner) => t('filters.nested', { outer, inner })),
  }));
}
