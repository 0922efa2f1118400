import { compareDecimals } from '@portal/contract/money';
import type { Payment } from '@portal/contract/payments';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type Column, DateTime, Money, StatusBadge } from '@portal/shared/ui';
import { useMemo } from 'react';
import classes from './payments.module.css';
import { toneOfPayment, usePaymentWords } from './use-payments.ts';

const columns = [
  { id: 'created', cell: (payment: Payment) => <Created payment={payment} />, sortable: true },
  { id: 'number', cell: (payment: Payment) => payment.number ?? '–', sortable: true, primary: true },
  { id: 'method', cell: (payment: Payment) => <MethodAndService payment={payment} />, sortable: true },
  {
    id: 'amount',
    cell: (payment: Payment) => <PaymentAmount payment={payment} />,
    align: 'end',
    sortable: true,
  },
  { id: 'credited', cell: (payment: Payment) => <Credited payment={payment} />, align: 'end' },
  { id: 'status', cell: (payment: Payment) => <PaymentStatus payment={payment} />, sortable: true },
] as const;

/** The columns of the list, with their headers in the customer's language. */
export function usePaymentColumns(): readonly Column<Payment>[] {
  const { t } = useTranslation('financesPayments');
  return useMemo(() => columns.map((column) => ({ ...column, header: t(`columns.${column.id}`) })), [t]);
}

function Created({ payment }: { payment: Payment }) {
  return (
    <span className={classes.created}>
      <DateTime value={payment.created} />
    </span>
  );
}

function MethodAndService({ payment }: { payment: Payment }) {
  const words = usePaymentWords();
  const service = words.service(payment);
  return (
    <span className={classes.status}>
      {words.method(payment)}
      {service !== null && <span className={classes.reason}>{service}</span>}
    </span>
  );
}

/** The amount that was asked for; below it what is to be transferred, or was with VAT, if that is another amount. */
function PaymentAmount({ payment }: { payment: Payment }) {
  const { t } = useTranslation('financesPayments');
  const { money } = useFormat();
  const { amount, currency, gross_amount: gross, bank_details: bank } = payment;
  const text = (other: string) => money(other, currency);
  const isSame = (other: string) => compareDecimals(other, amount) === 0;
  return (
    <span className={classes.amount}>
      <Money amount={amount} currency={currency} />
      {bank !== null && !isSame(bank.amount) && (
        <span className={classes.reason}>{t('listed.toTransfer', { amount: text(bank.amount) })}</span>
      )}
      {bank === null && gross !== null && !isSame(gross) && (
        <span className={classes.reason}>{t('listed.withVat', { amount: text(gross) })}</span>
      )}
    </span>
  );
}

/** What has reached the balance; the sums of the list add it up. */
function Credited({ payment: { credited, currency } }: { payment: Payment }) {
  if (credited === null || compareDecimals(credited, '0') === 0) return '–';
  return <Money amount={credited} currency={currency} />;
}

/** A payment's status, or one that it had, with its reason. */
export function PaymentStatus({ payment }: { payment: Pick<Payment, 'status' | 'status_reason'> }) {
  const words = usePaymentWords();
  const reason = words.reason(payment);
  return (
    <span className={classes.status}>
      <StatusBadge tone={toneOfPayment(payment)}>{words.status(payment)}</StatusBadge>
      {reason && <span className={classes.reason}>{reason}</span>}
    </span>
  );
}
