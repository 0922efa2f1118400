import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { passwordTries } from '../../accounts/passwords.ts';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from './two-factor.ts';

const codeTries = { name: 'two-factor:enable', max: 10, windowSeconds: 600 };

export async function twoFactorRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const guarded = { limit: () => passwordTries };

  route(app, context, endpoints.getTwoFactor, ({ tx, account }) => getTwoFactor(tx, account.account_id));
  route(
    app,
    context,
    endpoints.beginTwoFactor,
    (request) => beginTwoFactor(context, request, request.body),
    guarded,
  );
  route(
    app,
    context,
    endpoints.enableTwoFactor,
    (request) => enableTwoFactor(context, request, request.body),
    {
      limit: () => codeTries,
    },
  );
  route(
    app,
    context,
    endpoints.disableTwoFactor,
    (request) => disableTwoFactor(context, request, request.body),
    guarded,
  );
  route(
    app,
    context,
    endpoints.renewRecoveryCodes,
    (request) => renewRecoveryCodes(context, request, request.body),
    guarded,
  );
}
