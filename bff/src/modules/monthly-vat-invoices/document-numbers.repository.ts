import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

interface Series {
  kind: string;
  /** The year or month in which numbering starts at 1. */
  period: string;
  digits: number;
}

/** Returns the next number of a document series, with leading zeros. A rollback frees it, so there are no gaps. */
export async function nextNumber(db: Queryable, { kind, period, digits }: Series): Promise<string> {
  const { number } = await db.one<{ number: number }>(
    sql`select next_document_number(${kind}, ${period}) as number`,
  );
  return String(number).padStart(digits, '0');
}
