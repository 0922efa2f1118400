import { currencies } from '@portal/contract/money';
import type { Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { type Detail, DetailList, Money } from '@portal/shared/ui';
import { useDecimalFormat } from '../../decimal/use-decimal-format.ts';

/** All amounts of a payment, as the server worked them out. */
export function PaymentAmounts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  const decimals = useDecimalFormat();
  const { currency } = payment;

  function money(amount: string | null, term: string): Detail | null {
    return amount === null ? null : { term, description: <Money amount={amount} currency={currency} /> };
  }
  const items: (Detail | null)[] = [
    money(payment.amount, t('details.credited')),
    money(payment.net_amount, t('details.net')),
    payment.tax_rate === null
      ? null
      : { term: t('details.vatRate'), description: decimals.percent(payment.tax_rate) },
    money(payment.tax_amount, t('details.vat')),
    money(payment.gross_amount, t('details.gross')),
    money(payment.fee_amount, t('details.fee')),
    payment.paid_amount === null
      ? null
      : {
          term: t('details.received'),
          description: <Received amount={payment.paid_amount} currency={payment.paid_currency ?? currency} />,
        },
    payment.exchange_rate === null
      ? null
      : { term: t('details.exchangeRate'), description: decimals.quantity(payment.exchange_rate) },
    money(payment.balance_before, t('details.balanceBefore')),
    money(payment.balance_after, t('details.balanceAfter')),
  ];
  return <DetailList items={items} />;
}

/** What arrived; it may be a crypto currency, which money formats do not know. */
function Received({ amount, currency }: { amount: string; currency: string }) {
  const decimals = useDecimalFormat();
  if (currencies.some((one) => one === currency)) return <Money amount={amount} currency={currency} />;
  return `${decimals.quantity(amount)} ${currency.toUpperCase()}`;
}
