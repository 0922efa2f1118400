import * as v from 'valibot';
import { lockAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import { isErasedAddress } from '../../accounts/erased-address.ts';
import { updateAllExpired } from '../../accounts/one-time-tokens.repository.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import type { StaffResult } from '../../staff/staff-action.ts';
import { defineStaffCommand, staffArguments } from '../../staff/staff-command.ts';
import { type EndedAccess, endAccess } from '../users/end-access.ts';

const { account, service } = staffArguments;
const accountOrService = v.strictObject({ account, service: v.optional(service) });
type Target = v.InferOutput<typeof accountOrService>;

/** Marks an account as checked by the staff. */
export const verify = defineStaffCommand({
  schema: v.strictObject({ account }),
  act: async (tx, _action, target) => {
    const before = await lockStatus(tx, target);
    refuseUnless(['not_verified', 'pending', 'rejected'].includes(before), before);
    return setStatus(tx, target, before, 'verified');
  },
});

/** Suspends an account or one of its services. */
export const suspend = defineStaffCommand({
  schema: accountOrService,
  act: async (tx, _action, target) => {
    const before = await lockStatus(tx, target);
    refuseUnless(before !== 'suspended' && before !== 'closed', before);
    return setStatus(tx, target, before, 'suspended');
  },
});

/**
 * Closes an account, which may be in the wrong hands: every access ends, and nobody can log in to it. Only the revert links that
 * its mailboxes have received remain: with one of them the owner of an earlier address takes it back.
 */
export const close = defineStaffCommand({
  schema: v.strictObject({ account }),
  act: async (tx, _action, target, { secrets }) => {
    const before = await lockStatus(tx, target);
    refuseUnless(before !== 'closed', before);
    const ended = await endAccess(tx, target.account, secrets);
    const links = await updateAllExpired(tx, target.account, 'all_but_reverts');
    return withEnded(await setStatus(tx, target, before, 'closed'), ended, links);
  },
});

/**
 * Gives an account or service the status that it had before it was suspended or closed. A closed account is opened to nobody
 * but its mailbox, which asks for a new password: what a request has changed that had begun before the account was closed, and all
 * mailed links, end now.
 */
export const resume = defineStaffCommand({
  schema: accountOrService,
  act: async (tx, _action, target, { secrets }) => {
    const before = await lockStatus(tx, target);
    refuseUnless(before === 'suspended' || (before === 'closed' && target.service === undefined), before);
    const { account: account_id, service: service_id = null } = target;
    const change = await tx.first<{ status: string }>(sql`
      select result -> 'changed' ->> 'before' as status from staff_actions
      where account_id = ${account_id} and arguments ->> 'service' is not distinct from ${service_id}
        and command in ('accounts suspend', 'accounts close') and result -> 'changed' ->> 'after' = ${before}
      order by number desc limit 1`);
    const after = change?.status ?? (service_id === null ? 'not_verified' : 'active');
    if (before !== 'closed') return setStatus(tx, target, before, after);
    const ended = await endAccess(tx, account_id, secrets);
    const links = await updateAllExpired(tx, account_id, 'all');
    return withEnded(await setStatus(tx, target, before, after), ended, links);
  },
});

function refuseUnless(isAllowed: boolean, status: string): void {
  if (!isAllowed) throw new OperatorError(`The status is ${status}.`);
}

async function lockStatus(
  tx: Transaction,
  { account: accountId, service: serviceId }: Target,
): Promise<string> {
  const row = await lockAccount(tx, accountId);
  if (row === undefined) throw new OperatorError(`There is no account ${accountId}.`);
  if (isErasedAddress(row.email)) throw new OperatorError(`${accountId} was erased.`);
  if (serviceId === undefined) return row.status;
  const locked = await tx.first<{ status: string }>(sql`
    select status from services where account_id = ${accountId} and service_id = ${serviceId} for update`);
  if (locked === undefined) throw new OperatorError(`${accountId} has no service ${serviceId}.`);
  return locked.status;
}

async function setStatus(
  tx: Transaction,
  { account: account_id, service: service_id }: Target,
  before: string,
  after: string,
): Promise<StaffResult> {
  if (service_id === undefined) {
    await updateAccount(tx, account_id, { status: after, status_reason: null });
    return { account_id, changed: { before, after } };
  }
  await tx.run(sql`
    update services set status = ${after}, updated = now() where account_id = ${account_id} and service_id = ${service_id}`);
  return { account_id, changed: { service_id, before, after } };
}

/** Adds what became of each access, for the staff who speak with the owner. */
function withEnded(
  { account_id, changed }: StaffResult,
  { sessions, webhooks, last4 }: EndedAccess,
  links: number,
): StaffResult {
  const ended = {
    password: 'invalid until the owner restores it',
    api_tokens: `replaced; the new one ends in ${last4}`,
    sessions_ended: String(sessions),
    webhooks_paused: String(webhooks),
    mailed_links_expired: String(links),
  };
  return { account_id, changed: { ...changed, ...ended } };
}
