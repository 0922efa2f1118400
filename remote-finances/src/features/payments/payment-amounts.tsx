import { compareDecimals, currencies } from '@portal/contract/money';
import type { Payment } from '@portal/contract/payments';
import { isOneOf } from '@portal/contract/response-member';
import { useTranslation } from '@portal/shared/i18n';
import { Card, DetailList, detail, Money, useDecimalFormat } from '@portal/shared/ui';

interface PaymentAmountsProps {
  payment: Payment;
}

/** All amounts of a payment, what was asked for apart from what has arrived; the server computes them. */
export function PaymentAmounts({ payment }: PaymentAmountsProps) {
  if (payment.type !== 'top_up') return <BookedAmounts payment={payment} />;
  return (
    <>
      {isRequested(payment) && <RequestedAmounts payment={payment} />}
      {hasArrived(payment) && <ArrivedAmounts payment={payment} />}
    </>
  );
}

function RequestedAmounts({ payment }: PaymentAmountsProps) {
  const { t } = useTranslation('financesPayments');
  const { percent } = useDecimalFormat();
  const money = useMoneyOf(payment);
  return (
    <Card title={t('details.requested')} headingLevel={3}>
      <DetailList
        items={[
          detail(t('details.credited'), payment.amount, money),
          detail(t('details.net'), payment.net_amount, money),
          detail(t('details.vatRate'), payment.tax_rate, percent),
          detail(t('details.vat'), payment.tax_amount, money),
          detail(t('details.gross'), payment.gross_amount, money),
        ]}
      />
    </Card>
  );
}

function ArrivedAmounts({ payment }: PaymentAmountsProps) {
  const { t } = useTranslation('financesPayments');
  const { quantity } = useDecimalFormat();
  const money = useMoneyOf(payment);
  // A payment may arrive in a crypto currency, which `Money` cannot format.
  const received = (amount: string) => {
    const currency = payment.paid_currency ?? payment.currency;
    if (isOneOf(currencies, currency)) return <Money amount={amount} currency={currency} />;
    return `${quantity(amount)} ${currency.toUpperCase()}`;
  };
  return (
    <Card title={t('details.arrived')} headingLevel={3}>
      <DetailList
        items={[
          detail(t('details.received'), payment.paid_amount, received),
          detail(t('details.fee'), payment.fee_amount, money),
          detail(t('details.exchangeRate'), payment.exchange_rate, quantity),
          detail(t('details.addedToBalance'), payment.credited, money),
          detail(t('details.balanceBefore'), payment.balance_before, money),
          detail(t('details.balanceAfter'), payment.balance_after, money),
        ]}
      />
    </Card>
  );
}

/** A booking of the provider: the customer has nothing to pay, and the VAT is that of the document it belongs to. */
function BookedAmounts({ payment }: PaymentAmountsProps) {
  const { t } = useTranslation('financesPayments');
  const money = useMoneyOf(payment);
  const isTaken = compareDecimals(payment.amount, '0') < 0;
  return (
    <Card title={t('details.money')} headingLevel={3}>
      <DetailList
        items={[
          detail(
            t(isTaken ? 'details.takenFromBalance' : 'details.addedToBalance'),
            payment.amount.replace('-', ''),
            money,
          ),
          detail(t('details.balanceBefore'), payment.balance_before, money),
          detail(t('details.balanceAfter'), payment.balance_after, money),
        ]}
      />
    </Card>
  );
}

function useMoneyOf({ currency }: Payment) {
  return (amount: string) => <Money amount={amount} currency={currency} />;
}

/** A transfer for a monthly invoice became a payment when it arrived: nobody had asked for it, so it has no due date. */
function isRequested({ method, due_date }: Payment): boolean {
  return method !== 'bank_transfer' || due_date !== null;
}

function hasArrived({ paid_amount, credited, balance_after }: Payment): boolean {
  return paid_amount !== null || balance_after !== null || compareDecimals(credited ?? '0', '0') !== 0;
}
