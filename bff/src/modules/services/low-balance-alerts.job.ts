import type { AppContext } from '../../app/context.ts';
import { sql } from '../../database/sql.ts';
import { mailMoney } from '../../mail/mail-formats.ts';
import type { Recipient } from '../../mail/mailer.ts';
import { defineScheduledJob } from '../../queue/queue.ts';
import type { ServiceRow } from './services.repository.ts';

type LowBalance = Pick<ServiceRow, 'service_id' | 'type' | 'currency' | 'balance'> &
  Recipient & { threshold_amount: string };

/** Mails customers whose balance has fallen below the threshold since their last mail, in one transaction. */
export function lowBalanceAlertsJob(context: Pick<AppContext, 'database' | 'mailer'>) {
  return defineScheduledJob(context, 'low-balance-alerts', '* * * * *', async (tx) => {
    const fallen = await tx.query<LowBalance>(sql`
      update services s set threshold_told_at = now()
      from accounts a
      where a.account_id = s.account_id and s.threshold_state = 'triggered'
        and (s.threshold_told_at is null or s.threshold_told_at < s.threshold_triggered_at)
      returning s.service_id, s.type, s.currency, s.balance, s.threshold_amount, a.email, a.name, a.language`);
    for (const row of fallen) {
      await context.mailer.send(tx, row, 'low_balance', {
        service_id: row.service_id,
        service_type: row.type,
        balance: mailMoney(row.language, row.balance, row.currency),
        threshold: mailMoney(row.language, row.threshold_amount, row.currency),
      });
    }
  });
}
