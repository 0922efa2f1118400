import type { taxReasons } from '@portal/contract/profile';
import { isEuCountry } from '@portal/contract/tax-number';

/** Standard VAT rates of the EU member states in percent, as of 2026. */
const standardRates: Readonly<Record<string, string>> = {
  at: '20.00',
  be: '21.00',
  bg: '20.00',
  cy: '19.00',
  cz: '21.00',
  de: '19.00',
  dk: '25.00',
  ee: '24.00',
  es: '21.00',
  fi: '25.50',
  fr: '20.00',
  gr: '24.00',
  hr: '25.00',
  hu: '27.00',
  ie: '23.00',
  it: '22.00',
  lt: '21.00',
  lu: '17.00',
  lv: '21.00',
  mt: '18.00',
  nl: '21.00',
  pl: '23.00',
  pt: '23.00',
  ro: '21.00',
  se: '25.00',
  si: '22.00',
  sk: '23.00',
};

interface Customer {
  country: string | null;
  /** The register's verdict on the tax number. Only `valid` grants reverse charge. */
  taxStatus: string;
}

export interface TaxTreatment {
  tax_value: string;
  reverse_charge: boolean;
  tax_reason: (typeof taxReasons)[number];
}

/** Returns a customer's VAT: the provider's or own country's rate, or none by reverse charge or outside the EU. */
export function taxTreatment({ country, taxStatus }: Customer, providerCountry: string): TaxTreatment {
  const rateOf = (state: string) => standardRates[state] ?? '0.00';
  if (country === null) {
    return { tax_value: rateOf(providerCountry), reverse_charge: false, tax_reason: 'country_missing' };
  }
  if (country === providerCountry) {
    return { tax_value: rateOf(country), reverse_charge: false, tax_reason: 'provider_country' };
  }
  if (!isEuCountry(country)) return { tax_value: '0.00', reverse_charge: false, tax_reason: 'outside_eu' };
  if (taxStatus === 'valid') return { tax_value: '0.00', reverse_charge: true, tax_reason: 'reverse_charge' };
  return { tax_value: rateOf(country), reverse_charge: false, tax_reason: 'tax_number_unchecked' };
}
