/** Why a customer is charged the VAT that they are charged. */
export const vatReasons = [
  'country_missing',
  'provider_country',
  'reverse_charge',
  'tax_number_missing',
  'tax_number_unchecked',
  'tax_number_invalid',
  'outside_eu',
] as const;
