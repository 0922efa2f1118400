import { compareDecimals, currencies } from '@portal/contract/money';
import type { Payment } from '@portal/contract/payments';
import { isOneOf } from '@portal/contract/response-member';
import { useTranslation } from '@portal/shared/i18n';
import { DetailList, detail, Money, useDecimalFormat } from '@portal/shared/ui';

/** All amounts of a payment; the server computes them. */
export function PaymentAmounts({ payment }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  const decimals = useDecimalFormat();
  const money = (amount: string) => <Money amount={amount} currency={payment.currency} />;
  // A payment may arrive in a crypto currency, which `Money` cannot format.
  const received = (amount: string) => {
    const currency = payment.paid_currency ?? payment.currency;
    if (isOneOf(currencies, currency)) return <Money amount={amount} currency={currency} />;
    return `${decimals.quantity(amount)} ${currency.toUpperCase()}`;
  };
  const isTaken = compareDecimals(payment.amount, '0') < 0;
  const amounts =
    payment.type === 'top_up'
      ? [
          detail(t('details.credited'), payment.amount, money),
          detail(t('details.net'), payment.net_amount, money),
          detail(t('details.vatRate'), payment.tax_rate, decimals.percent),
          detail(t('details.vat'), payment.tax_amount, money),
          detail(t('details.gross'), payment.gross_amount, money),
        ]
      : // The customer has nothing to pay, and the VAT is that of the document it belongs to.
        [
          detail(
            t(isTaken ? 'details.takenFromBalance' : 'details.addedToBalance'),
            payment.amount.replace('-', ''),
            money,
          ),
        ];
  return (
    <DetailList
      items={[
        ...amounts,
        detail(t('details.fee'), payment.fee_amount, money),
        detail(t('details.received'), payment.paid_amount, received),
        detail(t('details.exchangeRate'), payment.exchange_rate, decimals.quantity),
        detail(t('details.balanceBefore'), payment.balance_before, money),
        detail(t('details.balanceAfter'), payment.balance_after, money),
      ]}
    />
  );
}
