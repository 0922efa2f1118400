import { DateTime } from 'luxon';

/** What decides when a rented number is charged. Days are `YYYY-MM-DD` in the account's time zone. */
export interface RentTerms {
  /** The first day that no charge covers. */
  renews_at: string | null;
  /** Null until the first charge. */
  renewal_day: number | null;
  expires_at: string | null;
  auto_renew: boolean;
  /** Null is without end, 0 is none. */
  billing_cycles_left: number | null;
}

/** A charge for a month that begins with `start` and ends with `end`; the first one includes the set-up fee. */
interface ChargeStep {
  step: 'charge';
  isFirst: boolean;
  start: string;
  end: string;
  after: RentTerms;
}

/** The number has ended with `expires_at`. */
interface ExpireStep {
  step: 'expire';
  expires_at: string;
}

/**
 * Returns what is due for a number by `day`; undefined if nothing is. A month ends on the day before the renewal day, or before
 * the next month's last day if it has no such day. A number with a last day is charged for months that begin by then; another one
 * that does not renew ends with the month that is paid. `today` is the first day of a number that has none.
 */
export function nextStep(terms: RentTerms, day: string, today = day): ChargeStep | ExpireStep | undefined {
  const { renewal_day, expires_at } = terms;
  const isFirst = renewal_day === null;
  const start = terms.renews_at ?? (isFirst ? today : null);
  if (start === null || start > day) {
    return expires_at !== null && expires_at < day ? { step: 'expire', expires_at } : undefined;
  }
  if (expires_at !== null && expires_at < start) return { step: 'expire', expires_at };
  if (expires_at === null && !isFirst && !doesRenew(terms))
    return { step: 'expire', expires_at: plusDays(start, -1) };
  const from = DateTime.fromISO(start);
  const renewalDay = renewal_day ?? from.day;
  const nextMonth = from.startOf('month').plus({ months: 1 });
  const next = nextMonth.set({ day: Math.min(renewalDay, nextMonth.daysInMonth ?? renewalDay) });
  const end = next.minus({ days: 1 }).toFormat('yyyy-MM-dd');
  return { step: 'charge', isFirst, start, end, after: termsAfter(terms, renewalDay, end) };
}

/** The terms of a number whose account or service is closed: it ends with the month that is paid, and one that was never charged ended yesterday. */
export function termsOfClosed(
  { renews_at, expires_at, renewal_day }: RentTerms,
  today: string,
): Pick<RentTerms, 'expires_at'> {
  if (renews_at === null && renewal_day !== null) return { expires_at };
  const paidUntil = plusDays(renews_at ?? today, -1);
  return { expires_at: expires_at !== null && expires_at < paidUntil ? expires_at : paidUntil };
}

function termsAfter(terms: RentTerms, renewal_day: number, end: string): RentTerms {
  const { billing_cycles_left: cycles, expires_at } = terms;
  const billing_cycles_left =
    cycles === null || terms.renewal_day === null ? cycles : Math.max(0, cycles - 1);
  const charged = { ...terms, renewal_day, billing_cycles_left };
  const hasEnd = expires_at !== null && expires_at <= end;
  if (expires_at === null && !doesRenew(charged)) return { ...charged, renews_at: null, expires_at: end };
  return { ...charged, renews_at: hasEnd ? null : plusDays(end, 1) };
}

function doesRenew({ auto_renew, billing_cycles_left }: RentTerms): boolean {
  return auto_renew && billing_cycles_left !== 0;
}

function plusDays(day: string, days: number): string {
  return DateTime.fromISO(day).plus({ days }).toFormat('yyyy-MM-dd');
}
