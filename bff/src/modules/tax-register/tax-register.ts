import { isEuCountry } from '@portal/contract/country';
import type { Config } from '../../config/config.ts';
import { localRegister } from './local-register.ts';
import { viesRegister } from './vies-register.ts';

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

type Settings = Pick<Config, 'VIES' | 'VIES_URL' | 'PROVIDER_TAX_NUMBER'>;

/** The configured register; null where there is none and numbers stay unchecked. */
export function taxRegisterOf(config: Settings): TaxRegister | null {
  if (config.VIES === 'none') return null;
  return config.VIES === 'vies' ? viesRegister(config) : localRegister;
}

/** Whether an account's tax number is one that the register would know. */
export function hasRegister(
  { VIES }: Pick<Config, 'VIES'>,
  { country, tax_number }: { country: string | null; tax_number: string | null },
): boolean {
  return VIES !== 'none' && tax_number !== null && country !== null && isEuCountry(country);
}
