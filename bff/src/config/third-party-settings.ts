import * as v from 'valibot';
import { httpsUrl, matching, withDefault } from './setting.ts';

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
