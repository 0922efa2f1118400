import * as v from 'valibot';
import { httpsUrl, withDefault } from './setting.ts';

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
