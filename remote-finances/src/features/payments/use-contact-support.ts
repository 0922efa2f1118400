import type { Payment } from '@portal/contract/payments';
import { useAction } from '@portal/shared/area';

/** Opens the support form about a payment; undefined when no area offers one. */
export function useContactSupport({ payment_id }: Payment): (() => void) | undefined {
  const contact = useAction('support');
  return contact && (() => contact({ category: 'billing', row_id: payment_id }));
}
