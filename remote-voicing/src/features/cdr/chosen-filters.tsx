import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type ChosenFilter, ChosenFilters, type FilterProps } from '@portal/shared/service-pages';
import type { CdrPageQuery } from './cdr-filters.tsx';

/**
 * The filters of calls that no field shows: those of links from the report, and of the account API's parameters. SIP responses
 * have a field as well; their chip names them while a phone folds the fields.
 */
export function ChosenCallFilters(props: FilterProps<CdrPageQuery>) {
  const { t } = useTranslation('voicingCdrs');
  return (
    <ChosenFilters
      label={t('filters.further')}
      filters={useChosenFilters(props)}
      removeText={(filter) => t('filters.remove', { filter })}
    />
  );
}

function useChosenFilters({ query, setQuery }: FilterProps<CdrPageQuery>): ChosenFilter[] {
  const { t } = useTranslation('voicingCdrs');
  const { dateTime } = useFormat();
  const { start_time: start, end_time: end, without = [] } = query;
  const filter = (name: string, value: string, onRemove: () => void) => ({
    text: t('filters.chosen', { name, value }),
    onRemove,
  });
  const chosen: (ChosenFilter | false)[] = [
    start !== undefined &&
      end !== undefined && {
        text: t('interval', { from: dateTime(start), to: dateTime(end) }),
        onRemove: () => setQuery({ start_time: null, end_time: null }),
      },
    query.caller !== undefined && filter(t('columns.from'), query.caller, () => setQuery({ caller: null })),
    query.number_from !== undefined &&
      filter(t('columns.from'), query.number_from, () => setQuery({ number_from: null })),
    query.number_to !== undefined &&
      filter(t('columns.to'), query.number_to, () => setQuery({ number_to: null })),
    query.destination !== undefined &&
      filter(t('details.destination'), query.destination, () => setQuery({ destination: null })),
    ...without.map((absent) =>
      filter(t(`details.${absent}`), t('filters.unknown'), () =>
        setQuery({ without: without.filter((one) => one !== absent) }),
      ),
    ),
    query.sip_code !== undefined &&
      filter(t('details.sip'), query.sip_code.join(', '), () => setQuery({ sip_code: null })),
  ];
  return chosen.filter((one) => one !== false);
}
