import { isCreditorReference } from '../payments/creditor-reference.ts';
import type { BankEntry } from './bank-entry.ts';

/** A creditor reference with the number of a pro-forma invoice, as it is printed in groups of four. */
const references = /RF\s?\d\s?\d\s?P\s?F\s?(?:\d\s?){10}(?!\d)/g;
/** The number alone: its last six digits stand together and end there, because no check digit protects them. */
const numbers = /(?<!RF\s?\d\s?\d\s?)PF[\s./-]{0,3}(\d{4})[\s./-]{0,3}(\d{6})(?!\d)/g;

/**
 * The numbers of the payments that an entry names: in its structured reference or else in what the payer wrote. A number that is
 * mistyped must not become another one, so a reference with wrong check digits counts for nothing.
 */
export function findNumbers({
  reference,
  remittance,
}: Pick<BankEntry, 'reference' | 'remittance'>): string[] {
  const structured = reference === null ? [] : numbersIn(reference);
  return structured.length > 0 ? structured : numbersIn(remittance);
}

function numbersIn(text: string): string[] {
  const upper = text.toUpperCase();
  const checked = [...upper.matchAll(references)]
    .map(([found]) => found.replaceAll(/\s/g, ''))
    .filter(isCreditorReference);
  const found = [
    ...checked.map((reference) => [reference.slice(6, 10), reference.slice(10)]),
    ...[...upper.matchAll(numbers)].map(([, year, count]) => [year, count]),
  ];
  return [...new Set(found.map(([year, count]) => `PF-${year}-${count}`))];
}
