import type { MessagingReportRow } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';

interface KeyTexts {
  /** One group's value in words. */
  valueText: (group: string, value: string | null | undefined) => string;
  /** The whole row: "Estonia → Telia". */
  rowText: (row: MessagingReportRow, groups: readonly string[]) => string;
}

/** What a row of the report is about, in the customer's language. */
export function useKeyText(): KeyTexts {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();

  function valueText(group: string, value: string | null | undefined): string {
    if (!value) return group === 'campaign' ? t('value.noCampaign') : t('value.none');
    if (group === 'day') return format.date(value);
    return group === 'country' ? format.countryName(value) : value;
  }
  return {
    valueText,
    rowText: ({ key }, groups) =>
      groups
        .map((group) => valueText(group, key[group]))
        .reduce((outer, inner) => t('filters.nested', { outer, inner })),
  };
}
