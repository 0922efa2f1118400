import { DateTime } from 'luxon';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import { dayStart } from '../../listing/local-time.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import type { MonthClosing } from './month-closings.repository.ts';
import type { BilledMonth } from './usage.repository.ts';

/** The month after the last closed one, or that in which the service was created. It begins where the last one ended. */
export function nextMonth(
  { account_id: accountId, timezone }: Pick<AccountRow, 'account_id' | 'timezone'>,
  { service_id: serviceId, type, currency, created }: ServiceRow,
  closings: readonly Pick<MonthClosing, 'month' | 'period_end'>[],
): BilledMonth {
  const last = closings.at(-1);
  const start =
    last === undefined
      ? DateTime.fromISO(created, { zone: timezone }).startOf('month')
      : DateTime.fromISO(last.month, { zone: timezone }).plus({ months: 1 });
  const end = start.plus({ months: 1 });
  const start_date = start.toFormat('yyyy-MM-dd');
  const period = {
    start_date,
    end_date: end.minus({ days: 1 }).toFormat('yyyy-MM-dd'),
    timezone,
    start_utc: last?.period_end ?? utc(dayStart(start_date, timezone)),
    end_utc: utc(dayStart(end.toFormat('yyyy-MM-dd'), timezone)),
  };
  return { accountId, serviceId, type, currency, period };
}

function utc(moment: DateTime): string {
  return moment.toUTC().toISO({ suppressMilliseconds: true }) ?? '';
}
