import {
  createExportSchedule,
  deleteExportSchedule,
  type ExportSchedule,
  type ExportScheduleRequest,
  listExportSchedules,
} from '@portal/contract/export-schedules';
import {
  changeThenReload,
  endpointKey,
  endpointQuery,
  request,
  useQuery,
  useQueryClient,
} from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';

/** The exports that are made each week or month. */
export function useExportSchedules() {
  return useQuery(endpointQuery(listExportSchedules));
}

/** Changes the schedules; each change loads them again. */
export function useChangeSchedules() {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: endpointKey(listExportSchedules) });
  return {
    create: async (body: ExportScheduleRequest) => {
      const { schedule } = await changeThenReload(request(createExportSchedule, { body }), reload);
      return schedule;
    },
    remove: ({ schedule_id }: ExportSchedule) =>
      changeThenReload(request(deleteExportSchedule, { params: { schedule_id } }), reload),
  };
}

/** When files are made, in words: `Weekly: Monday`. */
export function useRhythmText(): (weekday: number | null) => string {
  const { t } = useTranslation('exports');
  const { dateLocale } = useFormat();
  const format = new Intl.DateTimeFormat(dateLocale, { weekday: 'long', timeZone: 'UTC' });
  return (weekday) =>
    weekday === null
      ? t('regular.monthly')
      : // The first of January 2024 was a Monday.
        t('regular.weekly', { weekday: format.format(Date.UTC(2024, 0, weekday)) });
}
