import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { Button, EmptyState, presetPeriod, todayIn } from '@portal/shared/ui';
import { countFilters, type HistoryQuery, noFilters } from './history-query.ts';

interface NoMessagesProps {
  query: HistoryQuery;
  setQuery: SetUrlQuery<HistoryQuery>;
}

/** An empty list: the last day had no messages, or the filters leave none. */
export function NoMessages({ query, setQuery }: NoMessagesProps) {
  const { t } = useTranslation('messagingHistory');
  const { timeZone } = useFormat();

  function showLastMonth() {
    const { start, end } = presetPeriod('last30Days', todayIn(timeZone));
    setQuery({ start_date: start, end_date: end });
  }
  if (countFilters(query) > 0) {
    const reset = (
      <Button theme="outline" size="medium" onClick={() => setQuery(noFilters)}>
        {t('empty.reset')}
      </Button>
    );
    return (
      <EmptyState icon="search" title={t('empty.filtered')} action={reset}>
        {t('empty.filteredText')}
      </EmptyState>
    );
  }
  const lastMonth = (
    <Button theme="outline" size="medium" onClick={showLastMonth}>
      {t('empty.lastMonth')}
    </Button>
  );
  return (
    <EmptyState icon="message" title={t('empty.none')} action={lastMonth}>
      {t('empty.noneText')}
    </EmptyState>
  );
}
