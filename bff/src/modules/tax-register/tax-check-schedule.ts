import type { AccountRow } from '../../accounts/accounts.repository.ts';
import { rawSql, type Sql, sql } from '../../database/sql.ts';
import type { TaxVerdict } from './tax-register.ts';

type Outcome = 'valid' | 'invalid';

type TaxCheckState = Pick<AccountRow, 'tax_status' | 'tax_checked_at' | 'tax_check_failures'> & {
  /** The last one on this number, also if the register has been unavailable since then. */
  last_verdict: Outcome | null;
};

const minute = 60_000;
const day = 24 * 60 * minute;

/** Days until the next check: valid numbers may be removed, invalid ones may appear within days. */
const nextCheckDays = { valid: 30, invalid: 7 } as const;
/** Minutes until the next request, by the number of failures in a row. */
const delays = [5, 15, 60, 180, 360, 720, 1440];
/** How long the last verdict stays valid while the register is unavailable. */
const verdictLifetime = 45 * day;

/** Minutes for which a process claims a check. */
export const claimMinutes = 15;

/** Returns the state of a tax number after a check. An unavailable register makes it neither `valid` nor `invalid`. */
export function afterCheck(before: TaxCheckState, verdict: TaxVerdict, nowMs: number) {
  const at = (ms: number) => new Date(ms).toISOString();
  if (verdict.outcome !== 'unavailable') {
    return {
      tax_status: verdict.outcome,
      tax_checked_at: at(nowMs),
      tax_check_failures: 0,
      tax_check_due: at(nowMs + nextCheckDays[verdict.outcome] * day),
    };
  }
  const delay = delays[Math.min(before.tax_check_failures, delays.length - 1)] ?? 0;
  return {
    tax_status: verdictInForce(before, nowMs) ?? 'unavailable',
    tax_checked_at: before.tax_checked_at,
    tax_check_failures: before.tax_check_failures + 1,
    tax_check_due: at(nowMs + delay * minute),
  };
}

/** A clock that was ahead may have ended it too early. */
function verdictInForce({ tax_status, tax_checked_at, last_verdict }: TaxCheckState, nowMs: number) {
  const isRecent = tax_checked_at !== null && nowMs - Date.parse(tax_checked_at) < verdictLifetime;
  if (!isRecent) return null;
  return tax_status === 'valid' || tax_status === 'invalid' ? tax_status : last_verdict;
}

const list = rawSql(`array[${delays.join(', ')}]`);
const claim = sql`make_interval(mins => ${claimMinutes})`;

/** How far ahead of now the next check of an account lies at most, as an interval. */
export const longestTaxCheckWait: Sql = sql`greatest(${claim}, case
  when tax_check_failures > 0 then make_interval(mins => (${list})[least(tax_check_failures, ${delays.length})])
  when tax_status = 'valid' then ${remaining(nextCheckDays.valid)}
  when tax_status = 'invalid' then ${remaining(nextCheckDays.invalid)}
  end)`;

function remaining(days: number): Sql {
  const wait = sql`make_interval(days => ${days})`;
  return sql`least(${wait}, tax_checked_at + ${wait} - now())`;
}
