import * as v from 'valibot';
import { ibanFrom, matching, withDefault } from './setting.ts';

const line = v.pipe(v.string(), v.minLength(1), v.maxLength(140, 'expected at most 140 characters'));

/** The company and bank account on invoices. The defaults are examples; production refuses them. */
export const providerSettings = {
  PROVIDER_NAME: withDefault('Dalat Demonstration OÜ', line),
  PROVIDER_ADDRESS: withDefault('Narva mnt 5, 10117 Tallinn', line),
  PROVIDER_TAX_NUMBER: withDefault('EE109999999', line),
  PROVIDER_REGISTRATION_NUMBER: withDefault('10000000', line),
  PROVIDER_IBAN: withDefault('EE382200221020145685', ibanFrom),
  PROVIDER_BIC: withDefault('HABAEE2X', matching(/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/, 'expected a BIC')),
  PROVIDER_BANK: withDefault('Example Bank', line),
  BILLING_EMAIL: withDefault('billing@dalat.example', v.pipe(v.string(), v.email('expected a mail address'))),
  /** The limits of a top-up, in the service's currency. */
  TOP_UP_MIN: withDefault('10.00', matching(/^\d{1,9}\.\d{2}$/, 'expected an amount such as 10.00')),
  TOP_UP_MAX: withDefault('10000.00', matching(/^\d{1,9}\.\d{2}$/, 'expected an amount such as 10000.00')),
} as const;

/** The provider settings that production must set, because customers pay to this account. */
export const providerSettingsOfProduction = [
  'PROVIDER_NAME',
  'PROVIDER_ADDRESS',
  'PROVIDER_TAX_NUMBER',
  'PROVIDER_IBAN',
  'PROVIDER_BIC',
] as const;

/** What contradicts in settings that are valid one by one. */
export function topUpProblems({
  TOP_UP_MIN = '10.00',
  TOP_UP_MAX = '10000.00',
}: Record<string, string | undefined>): string[] {
  if (Number(TOP_UP_MIN) === 0) return ['TOP_UP_MIN: expected more than 0.00'];
  return Number(TOP_UP_MIN) > Number(TOP_UP_MAX) ? ['TOP_UP_MIN: is more than TOP_UP_MAX'] : [];
}
