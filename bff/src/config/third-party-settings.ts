import * as v from 'valibot';
import { httpsUrl, matching, wholeNumber, withDefault } from './setting.ts';

const key = matching(/^[\w-]{10,200}$/, 'expected a key of reCAPTCHA');

/** The bot check. ALTCHA runs locally; reCAPTCHA needs its two keys and sends requests to Google. */
export const botCheckSettings = {
  BOT_CHECK: withDefault(
    'altcha',
    v.picklist(['altcha', 'recaptcha', 'none'], 'expected altcha, recaptcha or none'),
  ),
  RECAPTCHA_SITE_KEY: v.optional(key),
  RECAPTCHA_SECRET: v.optional(key),
  /** The endpoint that verifies tokens; it receives the secret. */
  RECAPTCHA_URL: withDefault('https://www.google.com/recaptcha/api/siteverify', httpsUrl),
} as const;

/** Lists the settings that the chosen provider lacks. */
export function botCheckProblems(given: Record<string, string | undefined>): string[] {
  if (given['BOT_CHECK'] !== 'recaptcha') return [];
  return ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET']
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: missing; BOT_CHECK=recaptcha requires it`);
}

/** The register that checks tax numbers. */
export const taxRegisterSettings = {
  /** `local` computes check digits and sends no request; `vies` asks the European Union's register. */
  VIES: withDefault('local', v.picklist(['local', 'vies', 'none'], 'expected local, vies or none')),
  VIES_URL: withDefault('https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number', httpsUrl),
} as const;

/** The local register would exempt customers from VAT for any number with the right check digit. */
export function taxRegisterProblemsOfProduction(given: Record<string, string | undefined>): string[] {
  if (given['VIES'] === 'vies' || given['VIES'] === 'none') return [];
  return ['VIES: expected vies or none in production; the local check asks no register'];
}

const paymentMethodIds = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((id) => id.trim())),
  v.check(
    (ids: string[]) => ids.every((id) => /^[A-Z0-9]{2,10}-[A-Z0-9]{2,20}$/.test(id)),
    'expected ids of payment methods such as BTC-CHAIN, separated by commas',
  ),
);

/** The customers' servers that events are sent to. */
export const webhookSettings = {
  /** `public` sends over https to addresses of the public internet only; `any` also to this machine. By default `any` locally. */
  WEBHOOK_TARGETS: v.optional(v.picklist(['public', 'any'], 'expected public or any')),
} as const;

/** A customer could make the portal send requests into its own network. */
export function webhookProblemsOfProduction(given: Record<string, string | undefined>): string[] {
  return given['WEBHOOK_TARGETS'] === 'any'
    ? ['WEBHOOK_TARGETS: expected no value or public in production']
    : [];
}

/** The messaging gateway. */
export const messagingSettings = {
  /** Signs delivery reports; without it the portal accepts none. */
  DELIVERY_REPORTS_SECRET: v.optional(
    matching(/^[\x21-\x7e]{32,200}$/, 'expected 32 to 200 characters without spaces'),
  ),
} as const;

/** The provider of crypto payments. */
export const cryptoSettings = {
  /** `sandbox` is driven by hand at /dev/crypto. By default `none` in production and `sandbox` elsewhere. */
  CRYPTO: v.optional(v.picklist(['btcpay', 'sandbox', 'none'], 'expected btcpay, sandbox or none')),
  BTCPAY_URL: v.optional(httpsUrl),
  BTCPAY_API_KEY: v.optional(matching(/^[\x21-\x7e]{10,200}$/, 'expected an API key of BTCPay Server')),
  BTCPAY_STORE_ID: v.optional(matching(/^\w{10,80}$/, 'expected the id of a store of BTCPay Server')),
  BTCPAY_WEBHOOK_SECRET: v.optional(matching(/^[\x21-\x7e]{10,200}$/, 'expected the secret of a webhook')),
  /** What customers can pay with, the default first; the store must have enabled each. */
  BTCPAY_METHODS: withDefault('BTC-CHAIN', paymentMethodIds),
  CRYPTO_RATE_MINUTES: withDefault('20', wholeNumber(1, 24 * 60)),
  /** How long transfers are noticed after the rate has ended. */
  CRYPTO_MONITORING_HOURS: withDefault('24', wholeNumber(1, 24 * 30)),
  /** How much of an amount may be missing in a payment that counts as paid. */
  CRYPTO_TOLERANCE_PERCENT: withDefault(
    '0.5',
    matching(/^\d(?:\.\d{1,2})?$/, 'expected a percentage such as 0.5'),
  ),
} as const;

/** Lists the settings that BTCPay Server lacks. */
export function cryptoProblems(given: Record<string, string | undefined>): string[] {
  if (given['CRYPTO'] !== 'btcpay') return [];
  return ['BTCPAY_URL', 'BTCPAY_API_KEY', 'BTCPAY_STORE_ID', 'BTCPAY_WEBHOOK_SECRET']
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: missing; CRYPTO=btcpay requires it`);
}

/** The sandbox would show customers an address that nobody can pay to, and credit money that does not exist. */
export function cryptoProblemsOfProduction(given: Record<string, string | undefined>): string[] {
  return given['CRYPTO'] === 'sandbox' ? ['CRYPTO: expected btcpay or none in production'] : [];
}
