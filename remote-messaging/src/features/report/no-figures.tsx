import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { Button, EmptyState, presetPeriod, todayIn } from '@portal/shared/ui';
import { isThisMonth, type ReportQuery } from './report-query.ts';

interface NoFiguresProps {
  query: ReportQuery;
  setQuery: SetUrlQuery<ReportQuery>;
}

/** A period without messages. */
export function NoFigures({ query, setQuery }: NoFiguresProps) {
  const { t } = useTranslation('messagingReport');
  const { timeZone } = useFormat();
  const isFiltered = !isThisMonth(query);

  function showLastMonth() {
    const { start, end } = presetPeriod('lastMonth', todayIn(timeZone));
    setQuery({ start_date: start, end_date: end });
  }
  function showThisMonth() {
    setQuery({ start_date: undefined, end_date: undefined });
  }
  const action = (
    <Button theme="outline" size="medium" onClick={isFiltered ? showThisMonth : showLastMonth}>
      {isFiltered ? t('empty.reset') : t('empty.lastMonth')}
    </Button>
  );
  return (
    <EmptyState icon="chart" title={isFiltered ? t('empty.filtered') : t('empty.none')} action={action}>
      {isFiltered ? t('empty.filteredText') : t('empty.noneText')}
    </EmptyState>
  );
}
