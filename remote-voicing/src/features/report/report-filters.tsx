import { voicingGroups, voicingStatsQuerySchema } from '@portal/contract/voicing-stats';
import { useTranslation } from '@portal/shared/i18n';
import { defineListFilters } from '@portal/shared/router';
import { type FilterProps, ReportFilters } from '@portal/shared/service-pages';
import * as v from 'valibot';

/** The page's state in the URL. A period that is too long stays in it; the server's response explains the error. */
export const reportQuerySchema = v.object(voicingStatsQuerySchema.entries);
type ReportQuery = v.InferOutput<typeof reportQuerySchema>;

const ranges = [['start_date', 'end_date']] as const;
const filters = defineListFilters(reportQuerySchema, { ranges });
/** The filters that can leave the report empty. */
export const periodFilter = defineListFilters(reportQuerySchema, { ranges, other: ['filter'] });

export function VoicingReportFilters({ query, setQuery }: FilterProps<ReportQuery>) {
  const { t } = useTranslation('voicingStats');
  return (
    <ReportFilters
      activeCount={filters.count(query)}
      // Clears the order too: the rows may no longer have the group that they are sorted by.
      onReset={() => setQuery({ ...filters.reset, order: undefined })}
      defaultTitle={t('filters.thisMonth')}
      value={query}
      onChange={setQuery}
      groupLabel={t('filters.groupBy')}
      groups={voicingGroups.map((value) => ({ value, title: t(`group.${value}`) }))}
      group={query.filter[0] ?? 'day'}
      onGroup={(group) => setQuery({ filter: [group], order: undefined })}
    />
  );
}
