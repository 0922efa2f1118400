import { type Endpoint, listErrors } from './endpoint.ts';
import { monthlyVatInvoiceResponseSchema } from './monthly-vat-invoice-detail.ts';
import {
  monthlyVatInvoiceParamsSchema,
  monthlyVatInvoicesPageSchema,
  monthlyVatInvoicesQuerySchema,
} from './monthly-vat-invoices.ts';
import {
  createCryptoPaymentRequestSchema,
  createCryptoPaymentResponseSchema,
  createInvoicePaymentRequestSchema,
  createInvoicePaymentResponseSchema,
  paymentsPageSchema,
  paymentsQuerySchema,
} from './payments.ts';
import { thresholdRequestSchema, thresholdResponseSchema } from './threshold.ts';

export const createInvoicePayment = {
  number: 21,
  method: 'POST',
  path: '/v1/finances/payments/invoices',
  summary: 'Top up by bank transfer against a pro-forma invoice',
  access: 'session',
  body: createInvoicePaymentRequestSchema,
  status: 201,
  response: createInvoicePaymentResponseSchema,
  errors: [
    'service_not_found',
    'not_configured',
    'amount_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
  ],
  idempotent: true,
} as const satisfies Endpoint;

export const createCryptoPayment = {
  number: 22,
  method: 'POST',
  path: '/v1/finances/payments/crypto',
  summary: 'Top up in a crypto currency',
  access: 'session',
  body: createCryptoPaymentRequestSchema,
  status: 201,
  response: createCryptoPaymentResponseSchema,
  errors: [
    'service_not_found',
    'not_configured',
    'crypto_disabled',
    'amount_invalid',
    'amount_below_minimum',
    'amount_above_maximum',
  ],
  idempotent: true,
} as const satisfies Endpoint;

export const listPayments = {
  number: 23,
  method: 'GET',
  path: '/v1/finances/payments',
  summary: 'Payments',
  access: 'session',
  query: paymentsQuerySchema,
  status: 200,
  response: paymentsPageSchema,
  errors: [...listErrors],
} as const satisfies Endpoint;

export const setThreshold = {
  number: 24,
  method: 'PUT',
  path: '/v1/finances/threshold',
  summary: 'Set the low-balance threshold of a service',
  access: 'session',
  body: thresholdRequestSchema,
  status: 200,
  response: thresholdResponseSchema,
  errors: ['service_not_found', 'amount_invalid', 'amount_below_minimum', 'amount_above_maximum'],
} as const satisfies Endpoint;

export const listMonthlyVatInvoices = {
  number: 25,
  method: 'GET',
  path: '/v1/finances/monthly-vat-invoices',
  summary: 'Monthly VAT invoices',
  access: 'session',
  query: monthlyVatInvoicesQuerySchema,
  status: 200,
  response: monthlyVatInvoicesPageSchema,
  errors: [...listErrors],
} as const satisfies Endpoint;

export const getMonthlyVatInvoice = {
  number: 26,
  method: 'GET',
  path: '/v1/finances/monthly-vat-invoices/{monthly_vat_invoice_id}',
  summary: 'One monthly VAT invoice, as data or as a document',
  access: 'session',
  params: monthlyVatInvoiceParamsSchema,
  status: 200,
  response: monthlyVatInvoiceResponseSchema,
  errors: ['not_found', 'document_not_ready'],
  documents: ['application/pdf', 'application/xml'],
} as const satisfies Endpoint;

/** Endpoints 21 to 26: payments, threshold and invoices. */
export const financeEndpoints = {
  createInvoicePayment,
  createCryptoPayment,
  listPayments,
  setThreshold,
  listMonthlyVatInvoices,
  getMonthlyVatInvoice,
} as const;
