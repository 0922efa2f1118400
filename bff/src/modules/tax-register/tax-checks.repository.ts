import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { claimMinutes } from './tax-check-schedule.ts';
import type { TaxVerdict } from './tax-register.ts';

/** Returns the accounts whose tax number is due for a check, longest waiting first. */
export async function findDueTaxChecks(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ account_id: string }>(sql`
    select account_id from accounts
    where tax_check_due <= now() and tax_number is not null and status <> 'closed'
    order by tax_check_due limit 200`);
  return rows.map(({ account_id }) => account_id);
}

/** Claims a due check for some minutes; undefined if another process has claimed it. */
export async function claimTaxCheck(db: Queryable, accountId: string) {
  return db.first<{ tax_number: string }>(sql`
    update accounts set tax_check_due = now() + make_interval(mins => ${claimMinutes})
    where account_id = ${accountId} and tax_check_due <= now() and tax_number is not null
    returning tax_number`);
}

/** Returns what the register said of a number when it was last available. Dates of the future do not count. */
export async function findLastVerdict(db: Queryable, accountId: string, taxNumber: string) {
  const last = await db.first<{ outcome: 'valid' | 'invalid' }>(sql`
    select outcome from tax_checks
    where account_id = ${accountId} and tax_number = ${taxNumber} and outcome <> 'unavailable' and checked_at <= now()
    order by checked_at desc limit 1`);
  return last?.outcome ?? null;
}

export async function insertTaxCheck(
  db: Queryable,
  accountId: string,
  { taxNumber, register, verdict }: { taxNumber: string; register: string; verdict: TaxVerdict },
): Promise<void> {
  const consultation = verdict.outcome === 'unavailable' ? null : verdict.consultationNumber;
  const reason = verdict.outcome === 'unavailable' ? verdict.reason : null;
  await db.run(sql`
    insert into tax_checks (account_id, tax_number, register, outcome, consultation_number, reason)
    values (${accountId}, ${taxNumber}, ${register}, ${verdict.outcome}, ${consultation}, ${reason})`);
}
