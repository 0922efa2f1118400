import type { Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { type Column, DateTime, Money, StatusBadge } from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import classes from './payments.module.css';
import { toneOfPayment, usePaymentWords } from './use-payments.ts';

const columns = [
  { id: 'created', cell: (payment: Payment) => <DateTime value={payment.created} />, sortable: true },
  { id: 'number', cell: (payment: Payment) => payment.number ?? '–', sortable: true, primary: true },
  { id: 'method', cell: (payment: Payment) => <Word of="method" payment={payment} />, sortable: true },
  { id: 'service', cell: (payment: Payment) => <Word of="service" payment={payment} /> },
  {
    id: 'amount',
    cell: (payment: Payment) => <Money amount={payment.amount} currency={payment.currency} />,
    align: 'end',
    sortable: true,
  },
  { id: 'status', cell: (payment: Payment) => <PaymentStatus payment={payment} />, sortable: true },
] as const;

/** The columns of the list, with their headers in the customer's language. */
export function usePaymentColumns(): readonly Column<Payment>[] {
  const { t } = useTranslation('financesPayments');
  return useMemo(() => columns.map((column) => ({ ...column, header: t(`columns.${column.id}`) })), [t]);
}

function Word({ of, payment }: { of: 'method' | 'service'; payment: Payment }): ReactNode {
  return usePaymentWords()[of](payment) ?? '–';
}

/** A payment's status, with its reason. */
export function PaymentStatus({ payment }: { payment: Payment }) {
  const words = usePaymentWords();
  const reason = words.reason(payment);
  return (
    <span className={classes.status}>
      <StatusBadge tone={toneOfPayment(payment)}>{words.status(payment)}</StatusBadge>
      {reason && <span className={classes.reason}>{reason}</span>}
    </span>
  );
}
