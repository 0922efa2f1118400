import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type ChosenFilter, ChosenFilters, type FilterProps } from '@portal/shared/service-pages';
import type { HistoryQuery } from './history-filters.tsx';

/** The filters of messages that no field shows: those of links from the report, and of the account API's parameters. */
export function ChosenMessageFilters(props: FilterProps<HistoryQuery>) {
  const { t } = useTranslation('messagingHistory');
  return (
    <ChosenFilters
      label={t('filters.further')}
      filters={useChosenFilters(props)}
      removeText={(filter) => t('filters.remove', { filter })}
    />
  );
}

function useChosenFilters({ query, setQuery }: FilterProps<HistoryQuery>): ChosenFilter[] {
  const { t } = useTranslation('messagingHistory');
  const { dateTime } = useFormat();
  const { start_time: start, end_time: end, without = [] } = query;
  const filter = (name: string, value: string, onRemove: () => void) => ({
    text: t('filters.chosen', { name, value }),
    onRemove,
  });
  const exact = (name: 'operator' | 'sender' | 'campaign') => {
    const value = query[name];
    const title = t(name === 'sender' ? 'columns.from' : `details.${name}`);
    return value !== undefined && filter(title, value, () => setQuery({ [name]: null }));
  };
  const chosen: (ChosenFilter | false)[] = [
    start !== undefined &&
      end !== undefined && {
        text: t('interval', { from: dateTime(start), to: dateTime(end) }),
        onRemove: () => setQuery({ start_time: null, end_time: null }),
      },
    exact('operator'),
    exact('sender'),
    exact('campaign'),
    ...without.map((absent) =>
      filter(
        t(`details.${absent}`),
        t(absent === 'campaign' ? 'filters.noCampaign' : 'filters.unknown'),
        () => setQuery({ without: without.filter((one) => one !== absent) }),
      ),
    ),
  ];
  return chosen.filter((one) => one !== false);
}
