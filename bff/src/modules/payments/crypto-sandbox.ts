import type { DateTime } from 'luxon';
import type { Config } from '../../config/config.ts';
import { Big } from '../../listing/decimal.ts';

/** How long the rate of a crypto payment is valid, and how long late payments would be monitored. */
export const rateMinutes = 20;
const monitoringHours = 24;

// Not a valid address on any network: wallets refuse to pay to it.
const invalidAddress = 'TQexampleAddressDoNotPay000000000000';
const sampleRates = { eur: '1.08310000', usd: '1.00000000' } as const;

/** No crypto provider is connected yet. Outside production the sandbox replaces it. */
export function isCryptoConnected(config: Pick<Config, 'PORTAL_ENV'>): boolean {
  return config.PORTAL_ENV !== 'production';
}

export function isOffered(
  payCurrency: string | null | undefined,
  network: string | null | undefined,
): boolean {
  return (payCurrency ?? 'usdt') === 'usdt' && (network ?? 'tron') === 'tron';
}

/** Returns what a crypto provider would respond, with a sample rate and an invalid address. For development only. */
export function sandboxDetails(grossAmount: string, currency: 'eur' | 'usd', created: DateTime) {
  const rate = sampleRates[currency];
  const payAmount = new Big(grossAmount).times(rate).round(6, Big.roundUp).toFixed(6);
  const expires = utc(created.plus({ minutes: rateMinutes }));
  return {
    checkout_url: null,
    pay_currency: 'usdt',
    network: 'tron',
    network_title: 'Tron (TRC-20) – sandbox, do not pay',
    pay_address: invalidAddress,
    memo: null,
    pay_amount: payAmount,
    payment_uri: `tron:${invalidAddress}?amount=${payAmount}`,
    rate,
    rate_expires_at: expires,
    expires_at: expires,
    monitoring_until: utc(created.plus({ minutes: rateMinutes, hours: monitoringHours })),
    network_fee: '0.000000',
    fee_payer: 'customer',
    confirmations: 0,
    confirmations_required: 19,
    received_amount: '0.000000',
    due_amount: payAmount,
    transactions: [],
  };
}

function utc(moment: DateTime): string {
  return moment.toUTC().toISO() ?? '';
}
