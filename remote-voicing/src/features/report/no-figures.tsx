import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { Button, EmptyState, presetPeriod, todayIn } from '@portal/shared/ui';
import { isThisMonth, type ReportQuery } from './report-query.ts';

interface NoFiguresProps {
  query: ReportQuery;
  setQuery: SetUrlQuery<ReportQuery>;
}

/** A period without calls. */
export function NoFigures({ query, setQuery }: NoFiguresProps) {
  const { t } = useTranslation('voicingStats');
  const { timeZone } = useFormat();

  function showLastMonth() {
    const { start, end } = presetPeriod('lastMonth', todayIn(timeZone));
    setQuery({ start_date: start, end_date: end });
  }
  const isFiltered = !isThisMonth(query);
  const action = isFiltered ? (
    <Button
      theme="outline"
      size="medium"
      onClick={() => setQuery({ start_date: undefined, end_date: undefined })}
    >
      {t('empty.reset')}
    </Button>
  ) : (
    <Button theme="outline" size="medium" onClick={showLastMonth}>
      {t('empty.lastMonth')}
    </Button>
  );
  return (
    <EmptyState icon="chart" title={isFiltered ? t('empty.filtered') : t('empty.none')} action={action}>
      {isFiltered ? t('empty.filteredText') : t('empty.noneText')}
    </EmptyState>
  );
}
