import { DateTime } from 'luxon';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Queryable } from '../../database/database.ts';
import { findServices } from '../services/services.repository.ts';
import { findClosings } from './month-closings.repository.ts';
import { nextMonth } from './next-month.ts';

/** Returns a month of the account's services that has ended and whose usage is on no document yet: `YYYY-MM`; undefined without one. */
export async function findUnclosedUsage(
  db: Queryable,
  account: Pick<AccountRow, 'account_id' | 'timezone'>,
): Promise<string | undefined> {
  for (const service of await findServices(db, account.account_id)) {
    if (service.vat_on !== 'usage') continue;
    const owner = { account_id: account.account_id, service_id: service.service_id };
    const { period } = nextMonth(account, service, await findClosings(db, owner));
    if (DateTime.fromISO(period.end_utc) <= DateTime.utc()) return period.start_date.slice(0, 7);
  }
  return undefined;
}
