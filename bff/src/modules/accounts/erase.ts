import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type AccountRow, lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import { erasedAddress, isErasedAddress } from '../../accounts/erased-address.ts';
import { unusablePasswordHash } from '../../accounts/passwords.ts';
import { noSecond } from '../../accounts/replace-tokens.ts';
import type { Transaction } from '../../database/database.ts';
import { identifier, sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { deleteJobsAbout } from '../../queue/delete-jobs.ts';
import { defineStaffCommand, staffArguments } from '../../staff/staff-command.ts';
import { erasedTables, keptTables } from './account-tables.ts';
import { findObstacles } from './erasure-obstacles.ts';

/**
 * Erases what is stored about the person of a closed account, and what no law makes the provider keep. Books, documents and audit
 * records stay; usage records stay until their own time has ended.
 */
export const erase = defineStaffCommand({
  schema: v.strictObject({ account: staffArguments.account }),
  // Counts millions of calls.
  seconds: 600,
  act: async (tx, _action, { account: account_id }, { secrets }) => {
    const account = await lockAccount(tx, account_id);
    if (account === undefined) throw new OperatorError(`There is no account ${account_id}.`);
    if (isErasedAddress(account.email)) throw new OperatorError(`${account_id} was erased before.`);
    if (account.status !== 'closed')
      throw new OperatorError(
        `The status is ${account.status}: close the account first, with "accounts -- close".`,
      );
    // Nothing is posted between the check and the end.
    await tx.run(sql`
      select from services where account_id = ${account_id} order by service_id for no key update`);
    const obstacles = await findObstacles(tx, account);
    if (obstacles.length > 0) throw new OperatorError(obstacles.join('\n'));
    const jobs = await deleteMails(tx, secrets, account);
    const erased = await deleteRows(tx, account_id);
    await replacePerson(tx, account);
    return { account_id, changed: { ...jobs, ...erased, ...(await countKept(tx, account_id)) } };
  },
});

const erasedRows = (count: number): string => `${count} erased`;

/** Deletes what waits to be mailed to any address of the account, and the development mailbox's copies. */
async function deleteMails(
  tx: Transaction,
  secrets: Parameters<typeof deleteJobsAbout>[1],
  { account_id, email, pending_email }: AccountRow,
): Promise<Record<string, string>> {
  const former = await tx.query<{ email: string }>(
    sql`select distinct email from one_time_tokens where account_id = ${account_id}`,
  );
  const addresses = [email, pending_email ?? email, ...former.map((token) => token.email)];
  const waiting = await deleteJobsAbout(tx, secrets, [account_id, ...addresses]);
  const lower = addresses.map((address) => address.toLowerCase());
  const mails = await tx.run(sql`delete from dev_mail where lower(recipient) = any(${lower})`);
  return {
    ...(waiting > 0 && { waiting_mails_and_jobs: erasedRows(waiting) }),
    ...(mails > 0 && { dev_mail: erasedRows(mails) }),
  };
}

async function deleteRows(tx: Transaction, accountId: string): Promise<Record<string, string>> {
  const counts: Record<string, string> = {};
  for (const table of erasedTables) {
    const count = await tx.run(sql`delete from ${identifier(table)} where account_id = ${accountId}`);
    if (count > 0) counts[table] = erasedRows(count);
  }
  return counts;
}

/** Replaces what rows need, and empties the rest. */
async function replacePerson(tx: Transaction, { account_id }: AccountRow): Promise<void> {
  await updateAccount(tx, account_id, {
    ...{ email: erasedAddress(account_id), pending_email: null, password_hash: unusablePasswordHash() },
    ...{ name: 'Erased', company: 'Erased', phone: '', address: null, tax_number: null },
    ...{ tax_check_due: null, status_reason: null },
    account_token_hash: randomBytes(32),
    account_token_last4: '',
    account_token_sealed: null,
    account_token_last_used: null,
    token_reveal_mailed: null,
    ...noSecond,
  });
  // A change of the number stores the former one.
  await tx.run(sql`
    update accounts set earlier_phone = null, phone_changed_at = null where account_id = ${account_id}`);
  await tx.run(sql`
    update services set status = 'closed', threshold_enabled = false, threshold_amount = null, updated = now()
    where account_id = ${account_id}`);
  await tx.run(sql`
    update rented_numbers set label = null, routing = '{"type": "none", "target": null}' where account_id = ${account_id}`);
}

/** Says of each table whose rows stay how many, and why. */
async function countKept(tx: Transaction, accountId: string): Promise<Record<string, string>> {
  const counts: Record<string, string> = {};
  for (const [table, reason] of Object.entries(keptTables)) {
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::int as count from ${identifier(table)} where account_id = ${accountId}`);
    if (count > 0) counts[table] = `${count} kept: ${reason}`;
  }
  return counts;
}
