import { isEuCountry } from '@portal/contract/tax-number';
import type { vatReasons } from '@portal/contract/vat';
import { DateTime } from 'luxon';
import type { Config } from '../../config/config.ts';
import { standardRate } from './standard-rates.ts';

/** The account data that decide its VAT. */
export interface VatCustomer {
  country: string | null;
  tax_number: string | null;
  /** The register's verdict on the tax number. Only `valid` grants reverse charge. */
  tax_status: string;
}

/** Codes of UN/ECE 5305 in EN 16931: standard rate, reverse charge, not subject to VAT. */
export const vatCategories = { standard: 'S', reverse_charge: 'AE', outside_scope: 'O' } as const;

export interface Vat {
  treatment: keyof typeof vatCategories;
  /** Percent with two decimals; `0.00` unless the treatment is `standard`. */
  rate: string;
  /** The country whose rules apply: where the VAT is charged or owed. */
  country: string;
  reason: (typeof vatReasons)[number];
}

/**
 * Returns the VAT of a customer's telecommunications services on a day, `YYYY-MM-DD` (Directive 2006/112/EC, articles 44,
 * 58 and 196). Derived whenever it is needed, never stored: rates, tax numbers and addresses change.
 */
export function vatOn(
  day: string,
  customer: VatCustomer,
  { PROVIDER_COUNTRY: provider }: Pick<Config, 'PROVIDER_COUNTRY'>,
): Vat {
  const { country } = customer;
  const standard = (state: string, reason: Vat['reason']): Vat => ({
    treatment: 'standard',
    rate: standardRate(state, day),
    country: state,
    reason,
  });
  if (country === null) return standard(provider, 'country_missing');
  if (country === provider) return standard(provider, 'provider_country');
  const untaxed = { rate: '0.00', country } as const;
  if (!isEuCountry(country)) return { ...untaxed, treatment: 'outside_scope', reason: 'outside_eu' };
  if (customer.tax_number === null) return standard(country, 'tax_number_missing');
  if (customer.tax_status === 'valid')
    return { ...untaxed, treatment: 'reverse_charge', reason: 'reverse_charge' };
  return standard(country, customer.tax_status === 'invalid' ? 'tax_number_invalid' : 'tax_number_unchecked');
}

/** The treatment that a reason has. */
export function treatmentOf(reason: Vat['reason']): Vat['treatment'] {
  if (reason === 'reverse_charge') return 'reverse_charge';
  return reason === 'outside_eu' ? 'outside_scope' : 'standard';
}

/** Returns the VAT that a customer would be charged now, on the day that it is in the account's time zone. */
export function vatToday(
  customer: VatCustomer & { timezone: string },
  config: Pick<Config, 'PROVIDER_COUNTRY'>,
): Vat {
  return vatOn(dayIn(customer.timezone), customer, config);
}

/** Returns the calendar day of a moment in a time zone, `YYYY-MM-DD`; today unless a moment is given. */
export function dayIn(timezone: string, moment: DateTime = DateTime.utc()): string {
  return moment.setZone(timezone).toFormat('yyyy-MM-dd');
}
