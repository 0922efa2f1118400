import {
  type CreateCryptoPaymentRequest,
  type CreateCryptoPaymentResponse,
  type CreateInvoicePaymentRequest,
  type CreateInvoicePaymentResponse,
  createCryptoPaymentResponseSchema,
  createInvoicePaymentResponseSchema,
} from '@portal/contract/payments';
import { api } from '@portal/shared/api';

/** `key` makes a repeated request give the first one's answer. */
export function createInvoicePayment(
  body: CreateInvoicePaymentRequest,
  key: string,
): Promise<CreateInvoicePaymentResponse> {
  return api
    .post('v1/finances/payments/invoices', { body, headers: { 'Idempotency-Key': key } })
    .json(createInvoicePaymentResponseSchema);
}

/** `key` makes a repeated request give the first one's answer. */
export function createCryptoPayment(
  body: CreateCryptoPaymentRequest,
  key: string,
): Promise<CreateCryptoPaymentResponse> {
  return api
    .post('v1/finances/payments/crypto', { body, headers: { 'Idempotency-Key': key } })
    .json(createCryptoPaymentResponseSchema);
}
