import * as v from 'valibot';
import { amountErrors, type Endpoint } from './endpoint.ts';
import { amountSchema, currencySchema, decimalSchema } from './money.ts';
import { invoiceBases } from './monthly-vat-invoice-detail.ts';
import { idSchema } from './paging.ts';
import { missingOrInvalid, requestObject, serviceChoiceSchema } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { vatSchema } from './vat.ts';

/** The ways to pay for a top-up. */
export const topUpMethods = ['bank_transfer', 'crypto'] as const;

/** Without an amount, the quote has the limits and the VAT, but no amounts. */
const quoteTopUpRequestSchema = requestObject({
  service_id: serviceChoiceSchema,
  /** The credit that is wanted, before VAT. */
  amount: v.nullish(amountSchema),
  method: v.picklist(topUpMethods, missingOrInvalid),
});

/** A crypto currency on one of its networks. */
const cryptoOptionSchema = v.object({
  pay_currency: v.string(),
  network: v.string(),
  network_title: v.string(),
});
export type CryptoOption = v.InferOutput<typeof cryptoOptionSchema>;

/** All in the quote's currency. */
const quotedAmountsSchema = v.object({
  /** What the balance is credited with. */
  amount: decimalSchema,
  net_amount: decimalSchema,
  /** Percent. */
  tax_rate: decimalSchema,
  tax_amount: decimalSchema,
  /** What is to be paid. */
  gross_amount: decimalSchema,
  balance_after: decimalSchema,
  /** What can be used then, as in the response for a service: see `available` there. */
  available_after: maybe(decimalSchema),
});

export const topUpQuoteSchema = v.object({
  service_id: idSchema,
  method: openEnum(topUpMethods),
  currency: currencySchema,
  /** What is taxed: `prepayment`, the top-up; `usage`, what is used later. */
  basis: openEnum(invoiceBases),
  /** The account's VAT, which the basis `usage` charges on the monthly invoice. */
  vat: vatSchema,
  /** The least and the most that one top-up can credit. */
  limits: v.object({ min: decimalSchema, max: decimalSchema }),
  balance: decimalSchema,
  amounts: maybe(quotedAmountsSchema),
  /** What the account can pay with instead of a bank transfer, the default first. */
  crypto_options: v.optional(v.array(cryptoOptionSchema), []),
});
export type TopUpQuote = v.InferOutput<typeof topUpQuoteSchema>;

/** Computes a top-up as its creation would, and creates nothing. */
export const quoteTopUp = {
  method: 'POST',
  path: '/v1/finances/top-up/quote',
  summary: 'What a top-up costs, with its VAT',
  access: 'session',
  body: quoteTopUpRequestSchema,
  response: v.object({ success: v.literal(true), quote: topUpQuoteSchema }),
  errors: ['service_not_found', 'not_configured', 'crypto_disabled', ...amountErrors],
} as const satisfies Endpoint;
