import type { IncomingHttpHeaders } from 'node:http';
import type { CryptoOption } from '@portal/contract/top-up-quote';

/** What an invoice is created for. */
export interface CryptoOrder {
  payment_id: string;
  /** What is to be paid, two decimals in `currency`. */
  amount: string;
  currency: 'eur' | 'usd';
  option: CryptoOption;
}

/** A transfer that the provider has seen. Amounts are decimals of the invoice's `pay_currency`. */
export interface ProviderTransaction {
  transaction_id: string;
  amount: string;
  /** What the provider deducts from it. */
  fee: string;
  state: 'detected' | 'settled' | 'invalid';
  /** Null if the provider does not report it. */
  confirmations: number | null;
  /** RFC 3339. */
  received_at: string;
  /**
   * What it is worth in the order's currency without the quote, at today's rate; null if the provider does not say that of this
   * transfer, because the quote covers it.
   */
  settled_amount: string | null;
}

/** An invoice as the provider reports it. */
export interface ProviderInvoice {
  invoice_id: string;
  status: 'new' | 'processing' | 'settled' | 'expired' | 'invalid';
  /** Whether a person has set the status, not the payments. */
  is_marked: boolean;
  checkout_url: string | null;
  pay_address: string | null;
  memo: string | null;
  payment_uri: string | null;
  /** Units of the order's currency for one unit of the pay currency. */
  rate: string;
  /** What is to be paid in total. */
  pay_amount: string;
  /** What is still to be paid, never negative. */
  due_amount: string;
  network_fee: string;
  confirmations_required: number | null;
  /** When the rate ends, RFC 3339. */
  expires_at: string;
  /** Until when the provider notices transfers. */
  monitoring_until: string;
  transactions: readonly ProviderTransaction[];
}

/** A service that receives crypto payments. Its methods throw ProviderError when it fails or responds with nonsense. */
export interface CryptoProvider {
  readonly name: 'btcpay' | 'sandbox';
  /** What customers can pay with, the default first. */
  readonly options: readonly CryptoOption[];
  createInvoice(order: CryptoOrder): Promise<ProviderInvoice>;
  getInvoice(invoiceId: string): Promise<ProviderInvoice>;
  /** The invoice that a webhook is about; null if it is about none, undefined if the provider did not sign it. */
  readWebhook(body: string, headers: IncomingHttpHeaders): string | null | undefined;
}

/** The provider failed. The message holds no secrets and no data of customers. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}
