import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { trimmed } from '../../listing/decimal.ts';
import { mailMoney } from '../../mail/mail-formats.ts';
import type { Recipient } from '../../mail/mailer.ts';
import { defineScheduledJob } from '../../queue/queue.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { type BilledAccount, findReserved } from './reserved.ts';

type LowBalance = Pick<ServiceRow, 'service_id' | 'type' | 'currency'> &
  Recipient & {
    account_id: string;
    threshold_amount: string;
    threshold_triggered_at: string;
    available: string;
  };

/** Most services whose reserved amount one run computes; those that wait longest come first. */
const servicesPerRun = 2_000;

/**
 * Notifies customers, by mail and webhook, whose available amount has fallen below the threshold: once for each crossing, in one
 * transaction. What is reserved is brought up to date first: a month that has just been closed, for example, has moved it into the
 * balance.
 */
export function lowBalanceAlertsJob(context: Pick<AppContext, 'config' | 'database' | 'mailer'>) {
  return defineScheduledJob(context, 'low-balance-alerts', '* * * * *', async (tx) => {
    await followReserved(tx, context);
    const fallen = await tx.query<LowBalance>(sql`
      update services s set threshold_told_at = now()
      from accounts a
      where a.account_id = s.account_id and s.threshold_state = 'triggered' and s.threshold_told_at is null
        -- A balance that has changed since it was last checked, in this run or before, waits for the next run.
        and (s.alert_checked = now() or s.alert_checked > s.balance_updated)
      returning s.account_id, s.service_id, s.type, s.currency, s.balance + s.credit_limit - s.alert_reserved as available,
        s.threshold_amount, s.threshold_triggered_at, a.email, a.name, a.language`);
    for (const row of fallen) {
      await context.mailer.send(tx, row, 'low_balance', {
        service_id: row.service_id,
        service_type: row.type,
        available: mailMoney(row.language, row.available, row.currency),
        threshold: mailMoney(row.language, row.threshold_amount, row.currency),
      });
      const { service_id, type: service_type, currency } = row;
      const amounts = {
        available: trimmed(row.available, 4),
        threshold_balance: trimmed(row.threshold_amount, 2),
      };
      const key = `${service_id} ${row.threshold_triggered_at}`;
      const data = { service_id, service_type, currency, ...amounts };
      await recordEvents(tx, row.account_id, 'balance.low', [{ key, data }]);
    }
  });
}

/**
 * Computes what is reserved for services with an alert. Usage, closings and top-ups change the balance; numbers, the day and the
 * tax register change what is reserved only, hence the repetition.
 */
async function followReserved(tx: Transaction, { config }: Pick<AppContext, 'config'>): Promise<void> {
  const changed = await tx.query<ServiceRow & BilledAccount>(sql`
    select s.*, a.timezone, a.country, a.tax_number, a.tax_status
    from services s join accounts a using (account_id)
    where s.threshold_enabled and (s.alert_checked is null or s.alert_checked < now() - interval '10 minutes'
      -- What the customer or the staff change has the time at which its transaction began, perhaps before the last check.
      or greatest(s.balance_updated, s.updated) > s.alert_checked - interval '5 minutes')
    order by s.alert_checked nulls first
    limit ${servicesPerRun}`);
  for (const row of changed) {
    const isService = sql`account_id = ${row.account_id} and service_id = ${row.service_id}`;
    // A closing that is under way changes both what is reserved and the balance.
    await tx.run(sql`select from services where ${isService} for no key update`);
    const { total } = await findReserved(tx, config, row, row);
    await tx.run(
      sql`update services set alert_reserved = ${total}, alert_checked = now() where ${isService}`,
    );
  }
}
