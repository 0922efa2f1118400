import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { owesDpu } from '../../accounts/account-access.ts';
import { findAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import { limitRate } from '../../http/rate-limit.ts';
import { recordEvent } from '../../http/security-log.ts';
import { checkOwnPassword, guardedByPassword } from '../../sessions/own-account.ts';
import { limitCaller } from '../../sessions/session-share.ts';
import { isLoggedIn } from '../../sessions/sessions.ts';
import { discardToken, promoteToken, revealToken, rotateToken } from './account-tokens.ts';
import { toProfile } from './profile.ts';
import { isNewEmail, updateProfile } from './update-profile.ts';

/** Each change mails the owner. */
const phoneChanges = { name: 'phone-change', max: 30, windowSeconds: 3600 };

/** Each change mails an address that may be a stranger's. */
const addressChanges = { name: 'email-change', max: 5, windowSeconds: 3600 };

export async function profileRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config, database, sessions } = context;

  route(app, context, endpoints.verifyAccess, async ({ session, account }) => {
    // A limited session counts as logged out for the pages that the portal's guard protects.
    if (!isLoggedIn(session)) throw new HttpError('unauthenticated');
    const { expires_at, idle_expires_at } = session;
    const dpu_required = session.kind === 'dpu' || owesDpu(account);
    return { success: true, expires_at, idle_expires_at, dpu_required, account_sid: account.account_sid };
  });

  route(app, context, endpoints.logout, async ({ request, reply }) => {
    if (await sessions.end(database.system, request, reply)) recordEvent(request, 'logout');
    // The cache is not cleared: it holds no customer data, and clearing it blocks browsers for seconds.
    reply.header('clear-site-data', '"storage"');
    return { success: true, redirect_url: config.LOGOUT_URL };
  });

  route(app, context, endpoints.getProfile, async ({ tx, account }) => {
    const row = await findAccount(tx, account.account_id);
    if (row === undefined) throw new HttpError('unauthenticated');
    return toProfile(row, config);
  });

  route(app, context, endpoints.updateProfile, updateProfile, {
    before: async (exchange) => {
      if (exchange.body.phone !== undefined) await limitCaller(context, phoneChanges, exchange);
      if (!isNewEmail(exchange)) return;
      await checkOwnPassword(context, exchange);
      await limitRate(context, addressChanges, exchange.account.account_id);
    },
  });

  const guarded = guardedByPassword(context);
  route(app, context, endpoints.revealToken, revealToken, guarded);
  route(app, context, endpoints.rotateToken, rotateToken, guarded);
  route(app, context, endpoints.promoteToken, promoteToken, guarded);
  route(app, context, endpoints.discardToken, discardToken, guarded);
}
