import type { TaxAnswer } from './tax-register.ts';

export interface TaxCheckState {
  tax_status: string;
  /** When the register last answered. */
  tax_checked_at: string | null;
  tax_check_failures: number;
}

export type AfterCheck = TaxCheckState & { tax_check_due: string };

const minute = 60_000;
const day = 24 * 60 * minute;

/** A number that is valid today may be struck off; one that is not may be new and enter the register within days. */
const nextCheck = { valid: 30 * day, invalid: 7 * day } as const;
/** Minutes until the register is asked again, by how often it has not answered in a row. */
const delays = [5, 15, 60, 180, 360, 720, 1440];
/** An answer stands this long while the register cannot repeat it. */
const answerStands = 45 * day;

/** Where a tax number stands after the register was asked. What it does not answer is neither `valid` nor `invalid`. */
export function afterCheck(before: TaxCheckState, answer: TaxAnswer, nowMs: number): AfterCheck {
  const at = (ms: number) => new Date(ms).toISOString();
  if (answer.outcome !== 'unavailable') {
    return {
      tax_status: answer.outcome,
      tax_checked_at: at(nowMs),
      tax_check_failures: 0,
      tax_check_due: at(nowMs + nextCheck[answer.outcome]),
    };
  }
  const delay = delays[Math.min(before.tax_check_failures, delays.length - 1)] ?? 0;
  return {
    tax_status: hasStandingAnswer(before, nowMs) ? before.tax_status : 'unavailable',
    tax_checked_at: before.tax_checked_at,
    tax_check_failures: before.tax_check_failures + 1,
    tax_check_due: at(nowMs + delay * minute),
  };
}

function hasStandingAnswer({ tax_status, tax_checked_at }: TaxCheckState, nowMs: number): boolean {
  if (tax_status !== 'valid' && tax_status !== 'invalid') return false;
  return tax_checked_at !== null && nowMs - Date.parse(tax_checked_at) < answerStands;
}
