import { calls } from '@portal/contract/calls';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { route } from '../../http/route.ts';
import { passwordTries } from '../accounts/current-password.ts';
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

  route(app, context, calls.getTwoFactor, ({ tx, account }) => getTwoFactor(tx, account.account_id));
  route(app, context, calls.beginTwoFactor, (call) => beginTwoFactor(context, call, call.body), guarded);
  route(app, context, calls.enableTwoFactor, (call) => enableTwoFactor(context, call, call.body), {
    limit: () => codeTries,
  });
  route(app, context, calls.disableTwoFactor, (call) => disableTwoFactor(context, call, call.body), guarded);
  route(
    app,
    context,
    calls.renewRecoveryCodes,
    (call) => renewRecoveryCodes(context, call, call.body),
    guarded,
  );
}
