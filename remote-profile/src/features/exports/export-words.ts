import { exportFormats } from '@portal/contract/exports';
import { isOneOf } from '@portal/contract/response-member';
import { historyKinds } from '@portal/contract/saved-views';
import { useTranslation } from '@portal/shared/i18n';

/** What an export contains, and its format, in words; those of a later release as they are. */
export function useExportWords() {
  const { t } = useTranslation('exports');
  return {
    kindOf: ({ kind }: { kind: string }) => (isOneOf(historyKinds, kind) ? t(`kind.${kind}`) : kind),
    formatOf: ({ format }: { format: string }) =>
      isOneOf(exportFormats, format) ? t(`format.${format}`) : format,
  };
}

const notFilters = ['order', 'start_date', 'end_date', 'start_time', 'end_time'];

/** Whether a query restricts more than the period. */
export function hasFilters({ query }: { query: Readonly<Record<string, string>> }): boolean {
  return Object.keys(query).some((name) => !notFilters.includes(name));
}
