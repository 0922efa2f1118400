import { calls } from '@portal/contract/calls';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { passwordTries } from '../accounts/current-password.ts';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from './two-factor.ts';

const codeTries = { name: 'two-factor:enable', max: 10, windowSeconds: 600 };

export async function twoFactorRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const guarded = { limit: () => passwordTries };

  route(app, services, calls.getTwoFactor, ({ tx, account }) => getTwoFactor(tx, account.account_id));
  route(app, services, calls.beginTwoFactor, (call) => beginTwoFactor(services, call, call.body), guarded);
  route(app, services, calls.enableTwoFactor, (call) => enableTwoFactor(services, call, call.body), {
    limit: () => codeTries,
  });
  route(
    app,
    services,
    calls.disableTwoFactor,
    (call) => disableTwoFactor(services, call, call.body),
    guarded,
  );
  route(
    app,
    services,
    calls.renewRecoveryCodes,
    (call) => renewRecoveryCodes(services, call, call.body),
    guarded,
  );
}
