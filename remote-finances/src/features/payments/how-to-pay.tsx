import type { Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { type Detail, DetailList, Money, NotificationBox, Stack } from '@portal/shared/ui';
import { Copyable } from '../../copyable/copyable.tsx';

/** What is left to do for a payment that awaits its money. */
export function HowToPay({ payment }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  const { currency, reference, gross_amount, method } = payment;
  const items: (Detail | null)[] = [
    reference === null
      ? null
      : {
          term: t('details.reference'),
          description: <Copyable text={reference} label={t('details.copyReference')} />,
        },
    gross_amount === null
      ? null
      : {
          term: t('details.payAmount'),
          description: (
            <Copyable text={gross_amount} label={t('details.copyAmount')}>
              <Money amount={gross_amount} currency={currency} />
            </Copyable>
          ),
        },
  ];
  const isCrypto = method === 'crypto';
  return (
    <NotificationBox title={t('details.payTitle')}>
      <Stack gap="3">
        <p>{isCrypto ? t('details.cryptoText') : t('details.payText')}</p>
        {!isCrypto && <DetailList items={items} />}
      </Stack>
    </NotificationBox>
  );
}
