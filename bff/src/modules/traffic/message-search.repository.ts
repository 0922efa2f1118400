import type { Queryable } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { containing, type Traffic } from '../../listing/conditions.ts';

/** More addresses than these are so frequent that reading the messages in order finds a page sooner. */
const mostAddresses = 1_000;

/**
 * Returns the condition for messages whose sender or recipient contains a text, whatever its case, or one of whose ids is the text.
 * Numbers may have spaces, or 00 instead of the plus sign. The addresses that contain it are looked up first.
 */
export async function messagesWithText(
  db: Queryable,
  { serviceId }: Pick<Traffic, 'serviceId'>,
  text: string,
): Promise<Sql> {
  const digits = digitsIn(text);
  const rows = await db.query<{ address: string }>(sql`
    select address from addresses_containing(${serviceId}, ${text}, ${digits}, ${mostAddresses + 1}) address`);
  const addresses = rows.map(({ address }) => address);
  const ofAddress =
    addresses.length > mostAddresses
      ? hasPart(text, digits)
      : sql`sender = any(${addresses}::text[]) or recipient = any(${addresses}::text[])`;
  // The provider's index is that of its reports; the account's own ones are the primary key and that of client_ref.
  const hasId = sql`(message_id = ${text} and created = any(array(select message_moments(${serviceId}, ${text}))))`;
  return sql`(${ofAddress} or ${hasId} or client_ref = ${text} or provider_id = ${text})`;
}

/** The digits of a number as they are stored; null for a text that is no number. */
function digitsIn(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '').replace(/^(?:\+|00)/, '');
  return /^\d+$/.test(digits) ? digits : null;
}

function hasPart(text: string, digits: string | null): Sql {
  const [part, number] = [containing(text), digits === null ? null : containing(digits)];
  return sql`sender ilike ${part} or recipient ilike ${part} or sender like ${number} or recipient like ${number}`;
}
