import { useFormat, useTranslation } from '@portal/shared/i18n';
import { CountryName, PhoneNumber } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import { CallResultBadge } from '../../calls/call-result.tsx';

interface GroupValueProps {
  group: string;
  value: string | null | undefined;
}

/** What a row of the report is about: a day, a country, a number. */
export function GroupValue({ group, value }: GroupValueProps): ReactNode {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  if (!value) return t('value.none');
  switch (group) {
    case 'day':
      return format.date(value);
    case 'hour':
      return format.dateTime(value);
    case 'week':
      return t('value.weekOf', { date: format.date(value) });
    case 'month':
      return format.month(Number(value.slice(0, 4)), Number(value.slice(5, 7)));
    case 'country':
      return <CountryName code={value} />;
    case 'number_from':
      return <PhoneNumber number={value} />;
    case 'result':
      return <CallResultBadge result={value} />;
    default:
      return value;
  }
}
