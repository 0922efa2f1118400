import type { RentedNumber } from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { DateTime, DetailList, Money } from '@portal/shared/ui';

/** What the number costs and how long it stays. */
export function NumberPrices({ number }: { number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const { currency, billing_cycles_left: cyclesLeft } = number;
  return (
    <DetailList
      items={[
        {
          term: t('columns.monthlyPrice'),
          description: <Money amount={number.monthly_price} currency={currency} />,
        },
        number.setup_price !== null && {
          term: t('details.setupPrice'),
          description: <Money amount={number.setup_price} currency={currency} />,
        },
        { term: t('details.rentedAt'), description: <DateTime value={number.rented_at} show="date" /> },
        { term: t('columns.renewsAt'), description: <DateTime value={number.renews_at} show="date" /> },
        { term: t('details.autoRenew'), description: number.auto_renew ? t('details.yes') : t('details.no') },
        number.auto_renew && {
          term: t('details.cyclesLeft'),
          description: cyclesLeft === null ? t('details.endless') : format.number(cyclesLeft),
        },
        number.expires_at !== null && {
          term: t('details.expiresAt'),
          description: <DateTime value={number.expires_at} show="date" />,
        },
      ]}
    />
  );
}
