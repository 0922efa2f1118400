import { createHash } from 'node:crypto';
import type { BankEntry, ReadEntry } from './bank-entry.ts';

/**
 * Gives the entries of a statement their ids. An entry is the same in every file if the bank gave it one reference, account, day
 * and amount: its text may be completed later. Without a reference of its own everything about it must be equal.
 */
export function identify(entries: readonly ReadEntry[], statement: string): BankEntry[] {
  const seen = new Map<string, number>();
  return entries.map(({ sharesReference, ...entry }) => {
    const { iban, booked, currency, amount, bank_reference, payer_iban, reference, remittance } = entry;
    const isNamed = bank_reference !== null && !sharesReference;
    const named = isNamed ? [bank_reference] : [bank_reference, payer_iban, reference, remittance];
    const key = JSON.stringify([iban, booked, currency, amount, ...named]);
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { ...entry, bank_entry_id: idOf(`${key} ${occurrence}`), statement, occurrence };
  });
}

/**
 * The id of an entry of which another statement has an equal one, while the bank names neither: it may be a second transfer,
 * or the same one.
 */
export function idInStatement({ bank_entry_id, statement }: BankEntry): string {
  return idOf(`${bank_entry_id} ${statement}`);
}

function idOf(key: string): string {
  return `bke_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}
