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
    (exchange) => beginTwoFactor(context, exchange, exchange.body),
    guarded,
  );
  route(
    app,
    context,
    endpoints.enableTwoFactor,
    (exchange) => enableTwoFactor(context, exchange, exchange.body),
    {
      limit: () => codeTries,
    },
  );
  route(
    app,
    context,
    endpoints.disableTwoFactor,
    (exchange) => disableTwoFactor(context, exchange, exchange.body),
    guarded,
  );
  route(
    app,
    context,
    endpoints.renewRecoveryCodes,
    (exchange) => renewRecoveryCodes(context, exchange, exchange.body),
    guarded,
  );
}
