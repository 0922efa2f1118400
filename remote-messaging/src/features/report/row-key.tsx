import type { MessagingReportRow } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { CountryName, TwoLineCell } from '@portal/shared/ui';
import { MessageAddress } from '../../messages/message-values.tsx';

interface KeyTexts {
  /** The value of one group. */
  valueText: (group: string, value: string | null | undefined) => string;
  /** The values of all groups: "Estonia → Telia". */
  rowText: (row: MessagingReportRow, groups: readonly string[]) => string;
}

/** Names the rows of the report in the customer's language. */
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

interface GroupValueProps {
  group: string;
  value: string | null | undefined;
}

/** The value of a group in the table: a country, a network, a sender. */
export function GroupValue({ group, value }: GroupValueProps) {
  const { valueText } = useKeyText();
  if (value && group === 'country') {
    return (
      <TwoLineCell>
        <CountryName code={value} />
      </TwoLineCell>
    );
  }
  if (value && group === 'sender') return <MessageAddress address={value} />;
  return valueText(group, value);
}
