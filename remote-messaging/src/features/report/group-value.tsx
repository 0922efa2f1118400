import { useFormat, useTranslation } from '@portal/shared/i18n';
import { CountryName } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { MessageAddress } from '../../messages/message-address.tsx';

interface GroupValueProps {
  group: string;
  value: string | null | undefined;
}

/** What a row of the report is about: a country, a network, a sender. */
export function GroupValue({ group, value }: GroupValueProps): ReactNode {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  if (!value) return group === 'campaign' ? t('value.noCampaign') : t('value.none');
  if (group === 'day') return format.date(value);
  if (group === 'country') return <CountryName code={value} />;
  return group === 'sender' ? <MessageAddress address={value} /> : value;
}
