import {
  type PaymentDocument,
  type PaymentsPage,
  type PaymentsQuery,
  paymentsPageSchema,
} from '@portal/contract/payments';
import { api } from '@portal/shared/api';

export function listPayments(query: PaymentsQuery, signal?: AbortSignal): Promise<PaymentsPage> {
  return api.get('v1/finances/payments', { query, signal }).json(paymentsPageSchema);
}

export function getPaymentDocument({ url, mime }: PaymentDocument): Promise<Blob> {
  return api.get(url).blob(mime);
}
