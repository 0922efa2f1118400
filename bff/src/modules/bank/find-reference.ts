import { isCreditorReference } from '../bank-transfer/creditor-reference.ts';
import type { BankEntry } from './bank-entry.ts';

/** The letters of a series, which numbers contain since the database was restored. */
const series = '[BCDFGHJKLMNPQRSTVWXZ]';
/** A creditor reference with the number of a pro-forma or monthly invoice, as it is printed in groups of four. */
const references = new RegExp(
  String.raw`RF\s?\d\s?\d\s?(?:P\s?F\s?(?:\d\s?){4}(?:(?:${series}\s?){5})?(?:\d\s?){6}|(?:\d\s?){6}(?:(?:${series}\s?){5})?(?:\d\s?){5})(?!\d)`,
  'g',
);
/** The number alone: its last six digits stand together and end there, because no check digit protects them. */
const numbers = new RegExp(
  String.raw`(?<!RF\s?\d\s?\d\s?)PF[\s./-]{0,3}(\d{4})[\s./-]{0,3}(?:(${series}{5})[\s./-]{0,3})?(\d{6})(?!\d)`,
  'g',
);
/** The number of a monthly invoice, exactly as it is printed: digits alone could be anything. */
const invoiceNumbers = new RegExp(
  String.raw`(?<![\w-])(20\d\d-(?:0[1-9]|1[0-2])-(?:${series}{5}-)?\d{5})(?![\w-])`,
  'g',
);

/**
 * The numbers of the payments and invoices that an entry names: in its structured reference or else in what the payer wrote. A number that is
 * mistyped must not become another one, so a reference with wrong check digits counts for nothing.
 */
export function findNumbers({
  reference,
  remittance,
}: Pick<BankEntry, 'reference' | 'remittance'>): string[] {
  const structured = reference === null ? [] : numbersIn(reference);
  return structured.length > 0 ? structured : numbersIn(remittance);
}

/** All numbers in the texts of an entry, wherever they stand. */
export function findAllNumbers({
  reference,
  remittance,
}: Pick<BankEntry, 'reference' | 'remittance'>): string[] {
  return numbersIn(`${reference ?? ''} | ${remittance}`);
}

function numbersIn(text: string): string[] {
  const upper = text.toUpperCase();
  const checked = [...upper.matchAll(references)]
    .map(([found]) => found.replaceAll(/\s/g, ''))
    .filter(isCreditorReference)
    .map((reference) => reference.slice(4));
  return [
    ...new Set([
      ...checked.map((number) => (number.startsWith('PF') ? paymentNumber(number) : invoiceNumber(number))),
      ...[...upper.matchAll(numbers)].map(([, ...parts]) => joined(['PF', ...parts])),
      ...[...upper.matchAll(invoiceNumbers)].map(([found]) => found),
    ]),
  ];
}

/** `PF2026000318` → `PF-2026-000318`, `PF2026KTRVW000318` → `PF-2026-KTRVW-000318`. */
function paymentNumber(compact: string): string {
  return joined([compact.slice(0, 2), compact.slice(2, 6), compact.slice(6, -6), compact.slice(-6)]);
}

/** `20261000412` → `2026-10-00412`, `202610KTRVW00412` → `2026-10-KTRVW-00412`. */
function invoiceNumber(compact: string): string {
  return joined([compact.slice(0, 4), compact.slice(4, 6), compact.slice(6, -5), compact.slice(-5)]);
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('-');
}
