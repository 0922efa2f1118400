import type { FastifyRequest } from 'fastify';
import { refuseChangedPassword } from '../accounts/account-access.ts';
import { type AccountRow, findAccount, lockAccount } from '../accounts/accounts.repository.ts';
import { requirePassword, wrongPassword } from '../accounts/passwords.ts';
import type { Transaction } from '../database/database.ts';
import { HttpError } from '../errors/http-error.ts';
import { hasSession } from './sessions.repository.ts';
import type { Session } from './sessions.ts';

/** A request within a session; its transaction sees only this account. */
export interface OwnRequest<Body> {
  request: FastifyRequest;
  tx: Transaction;
  account: { account_id: string; email: string };
  session: Session;
  body: Body;
}

type OwnSession = Pick<OwnRequest<unknown>, 'tx' | 'session'> & { account: { account_id: string } };

/**
 * Locks the session's account until the transaction ends and returns it. Throws 401 if the account is gone, or if the
 * session has ended since the request began: the owner may have restored the account meanwhile.
 */
export async function lockOwnAccount({ tx, account, session }: OwnSession): Promise<AccountRow> {
  const row = await lockAccount(tx, account.account_id);
  if (row === undefined) throw new HttpError('unauthenticated');
  if (!(await hasSession(tx, session.tokenHash))) throw new HttpError('session_expired');
  return row;
}

/** Locks the session's account after checking its password. Throws 422 if the password is wrong. */
export async function lockByPassword(
  request: OwnSession & { body: { current_password?: string | undefined } },
): Promise<AccountRow> {
  const { tx, account, body } = request;
  const checked = await findAccount(tx, account.account_id);
  if (checked === undefined) throw new HttpError('unauthenticated');
  // Before the lock: hashing takes as long as hundreds of statements.
  await requirePassword(checked, body.current_password);
  const row = await lockOwnAccount(request);
  refuseChangedPassword(row, checked, wrongPassword());
  return row;
}
