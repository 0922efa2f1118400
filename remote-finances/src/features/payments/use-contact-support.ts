import type { Payment } from '@portal/contract/payments';
import { useSidebar } from '@portal/shared/area';
import { sidebars } from '../../paths.ts';

/** Opens the support form about a payment. */
export function useContactSupport({ payment_id }: Payment): () => void {
  const { open } = useSidebar();
  return () => open(sidebars.support, { category: 'billing', row_id: payment_id });
}
