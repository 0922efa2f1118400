import type { Payment } from '@portal/contract/payments';
import { StatusBadge } from '@portal/shared/ui';
import classes from './payments.module.css';
import { toneOfPayment, usePaymentWords } from './use-payment-words.ts';

/** A payment's status, and what there is to say about it. */
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
