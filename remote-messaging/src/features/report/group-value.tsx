import { CountryName } from '@portal/shared/ui';
import { MessageAddress } from '../../messages/message-address.tsx';
import { useKeyText } from './use-key-text.ts';

interface GroupValueProps {
  group: string;
  value: string | null | undefined;
}

/** What a row of the report is about: a country, a network, a sender. */
export function GroupValue({ group, value }: GroupValueProps) {
  const { valueText } = useKeyText();
  if (value && group === 'country') return <CountryName code={value} />;
  if (value && group === 'sender') return <MessageAddress address={value} />;
  return valueText(group, value);
}
