import type { RentedNumber } from '@portal/contract/rented-numbers';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, CountryName, DateTime, Money, PhoneNumber } from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import { Capabilities, NumberStatus, NumberType } from './number-terms.tsx';
import classes from './rented-numbers-columns.module.css';

/** Columns of the list; the ids of the sortable ones are the contract's order fields. */
export function useRentedNumbersColumns(): Column<RentedNumber>[] {
  const { t } = useTranslation('voicingPhoneNumbers');
  return useMemo<Column<RentedNumber>[]>(
    () => [
      {
        id: 'number',
        header: t('columns.number'),
        sortable: true,
        primary: true,
        cell: ({ number, label, city }) => (
          <Twofold detail={label === city ? null : label}>
            <PhoneNumber number={number} copyable />
          </Twofold>
        ),
      },
      {
        id: 'country',
        header: t('columns.country'),
        sortable: true,
        cell: ({ country, city, region }) => (
          <Twofold detail={city ?? region}>
            <CountryName code={country} />
          </Twofold>
        ),
      },
      {
        id: 'type',
        header: t('columns.type'),
        sortable: true,
        cell: ({ type, capabilities }) => (
          <span className={classes['twofold']}>
            <NumberType type={type} />
            <span className={classes['capabilities']}>
              <Capabilities capabilities={capabilities} />
            </span>
          </span>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        sortable: true,
        cell: ({ status }) => <NumberStatus status={status} />,
      },
      {
        id: 'monthly_price',
        header: t('columns.monthlyPrice'),
        align: 'end',
        sortable: true,
        cell: ({ monthly_price, currency }) => <Money amount={monthly_price} currency={currency} />,
      },
      {
        id: 'renews_at',
        header: t('columns.renewsAt'),
        sortable: true,
        cell: ({ renews_at }) => <DateTime value={renews_at} show="date" />,
      },
    ],
    [t],
  );
}

function Twofold({ detail, children }: { detail: string | null; children: ReactNode }) {
  return (
    <span className={classes['twofold']}>
      {children}
      {detail && <span className={classes['detail']}>{detail}</span>}
    </span>
  );
}
