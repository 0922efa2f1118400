import { isEuCountry } from '@portal/contract/country';
import { checkVAT, countries } from 'jsvat-next';
import type { Config } from '../../config/config.ts';

/** What a register says of a tax number. No answer is neither a yes nor a no. */
export type TaxAnswer =
  | { outcome: 'valid' | 'invalid'; consultationNumber: string | null }
  | { outcome: 'unavailable'; reason: string };

export interface TaxRegister {
  /** Stands in the evidence. */
  name: string;
  /** Looks a European tax number with its prefix up; never throws. */
  check(taxNumber: string): Promise<TaxAnswer>;
}

/** Whether an account's tax number is one that the register would know. */
export function hasRegister(
  { VIES }: Pick<Config, 'VIES'>,
  { country, tax_number }: { country: string | null; tax_number: string | null },
): boolean {
  return VIES !== 'none' && tax_number !== null && country !== null && isEuCountry(country);
}

/**
 * A stand-in for a desk and for tests. It asks nobody: form and check digit alone decide, so that the same number
 * always gets the same answer. It cannot know whether a number was ever issued.
 */
export const localRegister: TaxRegister = {
  name: 'local stand-in',
  check: async (taxNumber) => ({
    outcome: checkVAT(taxNumber, countries).isValid ? 'valid' : 'invalid',
    consultationNumber: null,
  }),
};
