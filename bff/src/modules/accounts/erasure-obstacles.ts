import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { findUnpaidInvoices } from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { findNumbersInUse } from '../number-rents/number-charges.repository.ts';
import { findServices, type ServiceRow } from '../services/services.repository.ts';

/** Returns why a closed account cannot be erased yet, with what to do, one sentence each. Its services must be locked. */
export async function findObstacles(
  tx: Transaction,
  { account_id }: Pick<AccountRow, 'account_id'>,
): Promise<string[]> {
  const services = await findServices(tx, account_id);
  const ofServices = [];
  for (const service of services) ofServices.push(...(await obstaclesOfService(tx, service, account_id)));
  return [
    ...(await findRevertLinks(tx, account_id)),
    ...ofServices,
    ...(await findUnpaidInvoices(tx, account_id)).map(
      ({ number, amount_due, currency }) =>
        `The invoice ${number} is unpaid (${amount_due} ${currency}): wait for the money, or correct it with "billing -- credit-note".`,
    ),
    ...(await findAwaited(tx, account_id)),
  ];
}

/** The owner of an earlier address may still take the account back. */
async function findRevertLinks(tx: Transaction, accountId: string): Promise<string[]> {
  const { until } = await tx.one<{ until: string | null }>(sql`
    select max(expires_at) as until from one_time_tokens
    where account_id = ${accountId} and purpose in ('email_revert', 'two_factor_revert') and used_at is null
      and expires_at > now()`);
  if (until === null) return [];
  return [
    `A mailed link with which a mailbox takes the account back is valid until ${until}: wait until then.`,
  ];
}

async function obstaclesOfService(
  tx: Transaction,
  { service_id, balance, currency }: ServiceRow,
  account_id: string,
): Promise<string[]> {
  const found: string[] = [];
  // Calls have six decimals; less than a cent can be neither paid nor paid back.
  if (new Big(balance).abs().gte('0.01'))
    found.push(
      `${service_id} has a balance of ${balance} ${currency}: pay it back and record it with "billing -- refund", or correct it with "billing -- adjust".`,
    );
  const numbers = await findNumbersInUse(tx, { account_id, service_id });
  if (numbers.length > 0)
    found.push(
      `${service_id} rents ${numbers.map(({ number }) => number).join(', ')}: wait until the paid time has ended.`,
    );
  // A closing notes the last entry at its own time: what was booked since the month ended belongs to the next one.
  const { is_open } = await tx.one<{ is_open: boolean }>(sql`
    with closed as (
      select coalesce(max(last_entry), 0) as last_entry, coalesce(max(period_end), '-infinity') as period_end
      from month_closings where account_id = ${account_id} and service_id = ${service_id}
    )
    select exists (
      select from closed, ledger_accounts a join postings p using (ledger_account_id) join journal_entries e using (entry_id)
      where a.account_id = ${account_id} and a.service_id = ${service_id} and e.kind not in ('invoice', 'credit_note')
        and (p.entry_id > closed.last_entry or e.occurred_at >= closed.period_end)
    ) as is_open`);
  if (is_open)
    found.push(
      `${service_id} has entries of a month that is not invoiced yet: wait until the month has ended and is closed; "billing -- close" closes months that have ended.`,
    );
  return found;
}

async function findAwaited(tx: Transaction, accountId: string): Promise<string[]> {
  const awaited = await tx.query<{ name: string; status: string }>(sql`
    select coalesce(number, payment_id) as name, status from payments
    where account_id = ${accountId} and status in ('pending', 'processing', 'partially_paid')
    order by created`);
  return awaited.map(
    ({ name, status }) => `The payment ${name} is ${status}: wait until it is paid or has expired.`,
  );
}
