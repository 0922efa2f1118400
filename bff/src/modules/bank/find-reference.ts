import { isCreditorReference } from '../payments/creditor-reference.ts';
import type { BankEntry } from './read-statement.ts';

/** A number of a pro-forma invoice, with or without its hyphens and the RF and check digits before it. */
const numbers = /(?:RF(\d{2}))?PF(\d{4})(\d{6})/g;

/**
 * The numbers of the payments that an entry names: in its structured reference or else in what the payer wrote. Signs and
 * spaces inside a number do not matter; wrong check digits do.
 */
export function findNumbers({
  reference,
  remittance,
}: Pick<BankEntry, 'reference' | 'remittance'>): string[] {
  const structured = reference === null ? [] : numbersIn(reference);
  return structured.length > 0 ? structured : numbersIn(remittance);
}

function numbersIn(text: string): string[] {
  const compact = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const found = [...compact.matchAll(numbers)]
    .filter(([whole, check]) => check === undefined || isCreditorReference(whole))
    .map(([, , year, count]) => `PF-${year}-${count}`);
  return [...new Set(found)];
}
