import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { TaxVerdict } from './tax-register.ts';

/** Returns the accounts whose tax number is due for a check, longest waiting first. */
export async function findDueTaxChecks(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ account_id: string }>(sql`
    select account_id from accounts
    where tax_check_due <= now() and tax_number is not null and status <> 'closed'
    order by tax_check_due limit 200`);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Claims a due check for 15 minutes, so that two processes do not run it twice. Returns undefined if it is claimed
 * already.
 */
export async function claimTaxCheck(
  database: Queryable,
  accountId: string,
): Promise<{ tax_number: string } | undefined> {
  return database.first<{ tax_number: string }>(sql`
    update accounts set tax_check_due = now() + interval '15 minutes'
    where account_id = ${accountId} and tax_check_due <= now() and tax_number is not null
    returning tax_number`);
}

interface TaxCheck {
  accountId: string;
  taxNumber: string;
  register: string;
  verdict: TaxVerdict;
}

export async function insertTaxCheck(
  database: Queryable,
  { accountId, taxNumber, register, verdict }: TaxCheck,
): Promise<void> {
  const consultation = verdict.outcome === 'unavailable' ? null : verdict.consultationNumber;
  const reason = verdict.outcome === 'unavailable' ? verdict.reason : null;
  await database.run(sql`
    insert into tax_checks (account_id, tax_number, register, outcome, consultation_number, reason)
    values (${accountId}, ${taxNumber}, ${register}, ${verdict.outcome}, ${consultation}, ${reason})`);
}
