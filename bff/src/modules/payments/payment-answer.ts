import type { PaymentDocument } from '@portal/contract/payments';
import type { PaymentRow } from './payments.repository.ts';

type Action = 'resume' | 'cancel' | 'download' | 'contact';

/** A payment as the contract shows it. It offers only what this server can do: no documents, nothing to cancel or resume. */
export function paymentAnswer(row: PaymentRow): PaymentRow & { documents: PaymentDocument[]; actions: Action[] } {
  return { ...row, documents: [], actions: actionsOf(row) };
}

/** Where money may have got stuck, only a person can help. */
function actionsOf({ status, paid_amount }: PaymentRow): Action[] {
  const isStuck = status === 'partially_paid' || status === 'failed' || (status === 'expired' && paid_amount !== null);
  return isStuck ? ['contact'] : [];
}
