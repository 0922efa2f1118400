import { CountryName } from '@portal/shared/ui';
import { MessageAddress } from '../../messages/message-address.tsx';
import classes from './group-value.module.css';
import { useKeyText } from './use-key-text.ts';

interface GroupValueProps {
  group: string;
  value: string | null | undefined;
}

/** What a row of the report is about: a country, a network, a sender. */
export function GroupValue({ group, value }: GroupValueProps) {
  const { valueText } = useKeyText();
  if (value && group === 'country') {
    return (
      <span className={classes['country']}>
        <CountryName code={value} />
      </span>
    );
  }
  if (value && group === 'sender') return <MessageAddress address={value} />;
  return valueText(group, value);
}
