import * as v from 'valibot';
import { httpsUrl, withDefault } from './setting.ts';

const key = v.pipe(v.string(), v.regex(/^[\w-]{10,200}$/, 'expected a key of reCAPTCHA'));

/** Who tells customers from bots. ALTCHA needs nobody else; reCAPTCHA needs its two keys and reaches Google. */
export const botCheckSettings = {
  BOT_CHECK: withDefault(
    'altcha',
    v.picklist(['altcha', 'recaptcha', 'none'], 'expected altcha, recaptcha or none'),
  ),
  RECAPTCHA_SITE_KEY: v.optional(key),
  RECAPTCHA_SECRET: v.optional(key),
  /** Where tokens are verified; the secret travels with the token. */
  RECAPTCHA_URL: withDefault('https://www.google.com/recaptcha/api/siteverify', httpsUrl),
} as const;

/** What is missing for the chosen provider. */
export function botCheckProblems(given: Record<string, string | undefined>): string[] {
  if (given['BOT_CHECK'] !== 'recaptcha') return [];
  return ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET']
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: missing; BOT_CHECK is recaptcha, which does not work without it`);
}

/** Who is asked whether a tax number is in use. */
export const taxRegisterSettings = {
  /** local: a stand-in that computes check digits and asks nobody. vies: the European Union's register. */
  VIES: withDefault('local', v.picklist(['local', 'vies', 'none'], 'expected local, vies or none')),
  VIES_URL: withDefault('https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number', httpsUrl),
} as const;

/** The stand-in would free customers of VAT for any number with the right check digit. */
export function taxRegisterProblemsOfProduction(given: Record<string, string | undefined>): string[] {
  if (given['VIES'] === 'vies' || given['VIES'] === 'none') return [];
  return ['VIES: expected vies or none in production; the local stand-in asks no register'];
}
