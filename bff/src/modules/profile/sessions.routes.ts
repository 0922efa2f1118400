import type { OpenSession } from '@portal/contract/access';
import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { describeDevice } from '../../sessions/device.ts';
import { lockOwnAccount } from '../../sessions/own-account.ts';
import { deleteSessionById, listOpenSessions } from '../../sessions/sessions.repository.ts';

export async function sessionsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { sessions } = context;

  route(app, context, endpoints.listSessions, async ({ tx, account, session }) => {
    const rows = await listOpenSessions(tx, account.account_id, session.tokenHash);
    const open = rows.map(
      ({ user_agent, ...row }): OpenSession => ({ ...row, ...describeDevice(user_agent) }),
    );
    return { sessions: open };
  });

  route(app, context, endpoints.endSession, async ({ tx, account, session, params, request, reply }) => {
    const { session_id } = params;
    if (session_id === session.id) {
      await lockOwnAccount({ tx, account, session });
      // Ending the current session is a logout.
      await sessions.end(tx, request, reply);
      reply.header('clear-site-data', '"storage"');
      recordEvent(request, 'logout');
    } else {
      if (!(await deleteSessionById(tx, account.account_id, session_id))) throw new HttpError('not_found');
      recordEvent(request, 'session_ended', { session_id });
    }
    return { sessions_revoked: 1 };
  });

  route(app, context, endpoints.endOtherSessions, async ({ tx, account, session, request }) => {
    const sessions_revoked = await sessions.endOthers(tx, account.account_id, session.tokenHash);
    recordEvent(request, 'other_sessions_ended');
    return { sessions_revoked };
  });
}
