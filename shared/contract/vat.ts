import * as v from 'valibot';
import { countrySchema } from './country.ts';
import { decimalSchema } from './money.ts';
import { taxTreatments } from './monthly-vat-invoices.ts';
import { maybe, openEnum } from './response-member.ts';

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

/** Further reasons of documents: the register's answer of that day is not part of them. */
export const documentVatReasons = ['tax_number_not_confirmed'] as const;

/** The reason in a preview of payments that were taxed for several; it has no country. */
export const severalVatReasons = 'several';

/** The VAT of a customer on a day. The texts of `reason` name `country`. */
export const vatSchema = v.object({
  treatment: openEnum(taxTreatments),
  /** Percent. */
  rate: decimalSchema,
  /** Where the VAT is charged or owed. */
  country: maybe(countrySchema),
  /** One of `vatReasons`, or a later one. */
  reason: v.string(),
});
