import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

interface Series {
  kind: string;
  /** The year or month whose documents begin at 1. */
  period: string;
  digits: number;
}

/** The next number of a series of documents, with leading zeros. No gaps: it is given back if the transaction fails. */
export async function nextNumber(database: Queryable, { kind, period, digits }: Series): Promise<string> {
  const { number } = await database.one<{ number: number }>(
    sql`select next_document_number(${kind}, ${period}) as number`,
  );
  return String(number).padStart(digits, '0');
}
