import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { BankEntry } from './bank-entry.ts';
import { findAllNumbers } from './find-reference.ts';

/** Files have the day of another time zone or of the value: over a weekend and holidays it is days away. */
const days = 5;

type Texts = Pick<BankEntry, 'reference' | 'remittance'>;

/**
 * Whether an entry may be one that was imported from another statement in another form: the bank names both alike within some days, or
 * both are of the same amount, or parts of entries of the same amount, and share a reference of the bank, or else nothing distinguishes them. Two values of one kind do: references of
 * entries of one amount, of transfers and of payers, accounts of payers, payments that are named. What only one of them has, or other
 * texts do not: banks complete them. The other entries of its statement (`ids`) are other bookings.
 */
export async function isPossibleDuplicate(
  db: Queryable,
  entry: BankEntry,
  ids: readonly string[],
): Promise<boolean> {
  const { iban, booked, currency, amount, entry_amount } = entry;
  const { entry_reference, transfer_reference, end_to_end_id, payer_iban } = entry;
  const references = [entry_reference, transfer_reference].filter((each) => each !== null);
  // A corrected statement names the same booking and states another amount. A return may name the booking that it takes back.
  const isCorrected = sql`(sign(amount) = sign(${amount}::numeric) and booked between ${booked}::date - ${days}::int and ${booked}::date + ${days}::int
    and (transfer_reference = ${transfer_reference}
      or entry_reference = ${entry_reference} and amount = entry_amount and ${amount === entry_amount}::boolean))`;
  const sharesReference = sql`(entry_reference = any(${references}::text[]) or transfer_reference = any(${references}::text[]))`;
  const found = await db.query<Texts & { is_named_alike: boolean }>(sql`
    select reference, remittance, coalesce(${sharesReference}, false) as is_named_alike from bank_entries
    where iban = ${iban} and currency = ${currency} and (amount = ${amount} or entry_amount = ${entry_amount} or ${isCorrected})
      and bank_entry_id <> all(${ids}::text[])
      and (${sharesReference} or (booked between ${booked}::date - ${days}::int and ${booked}::date + ${days}::int
        and (entry_amount = ${entry_amount} and entry_reference <> ${entry_reference}) is not true
        and (transfer_reference = ${transfer_reference}) is not false
        and (end_to_end_id = ${end_to_end_id}) is not false and (payer_iban = ${payer_iban}) is not false))`);
  return found.some((each) => each.is_named_alike || !namesOther(each, entry));
}

/** Whether two entries name payments, and no common one. */
function namesOther(one: Texts, other: Texts): boolean {
  const [named, others] = [findAllNumbers(one), findAllNumbers(other)];
  return named.length > 0 && others.length > 0 && !named.some((number) => others.includes(number));
}
