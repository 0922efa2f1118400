import { isEuCountry } from '@portal/contract/tax-number';
import { checkVAT, countries } from 'jsvat-next';
import type { Config } from '../../config/config.ts';

/** A register's verdict on a tax number. `unavailable` means neither valid nor invalid. */
export type TaxVerdict =
  | { outcome: 'valid' | 'invalid'; consultationNumber: string | null }
  | { outcome: 'unavailable'; reason: string };

export interface TaxRegister {
  /** The register's name in the evidence. */
  name: string;
  /** Checks a European tax number with its prefix. Never throws. */
  check(taxNumber: string): Promise<TaxVerdict>;
}

/** Whether the register can check the account's tax number. */
export function hasRegister(
  { VIES }: Pick<Config, 'VIES'>,
  { country, tax_number }: { country: string | null; tax_number: string | null },
): boolean {
  return VIES !== 'none' && tax_number !== null && country !== null && isEuCountry(country);
}

/**
 * A local register for development and tests. It sends no request: format and check digit decide, so the same number
 * always gets the same verdict. It cannot know whether a number was issued.
 */
export const localRegister: TaxRegister = {
  name: 'local stand-in',
  check: async (taxNumber) => ({
    outcome: checkVAT(taxNumber, countries).isValid ? 'valid' : 'invalid',
    consultationNumber: null,
  }),
};
