import { calls } from '@portal/contract/calls';
import { changePasswordRequestOf, registerRequestOf } from '@portal/contract/users';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { acceptDpu } from './accept-dpu.ts';
import { changePassword } from './change-password.ts';
import { confirm } from './confirm.ts';
import { exchangeToken } from './exchange-token.ts';
import { logIn } from './log-in.ts';
import { loginOtp } from './login-otp.ts';
import { register } from './register.ts';
import { restorePassword } from './restore-password.ts';

export async function usersRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { PASSWORD_PROFILE: profile } = services.config;
  route(app, services, calls.login, (context) => logIn(services, context, context.body));
  route(app, services, calls.loginOtp, (context) => loginOtp(services, context, context.body.code));
  const registration = { ...calls.register, body: registerRequestOf(profile) };
  route(app, services, registration, ({ request, body }) => register(services, request, body));
  route(app, services, calls.confirm, (context) => confirm(services, context, context.body));
  // Credentials may stand in for the session, so that the call looks after its permission itself.
  const open = { ...calls.acceptDpu, access: 'anonymous' } as const;
  route(app, services, open, (context) => acceptDpu(services, context, context.body));
  route(app, services, calls.restorePassword, ({ request, body }) =>
    restorePassword(services, request, body),
  );
  route(app, services, calls.exchangeToken, (context) => exchangeToken(services, context, context.body));
  const change = { ...calls.changePassword, body: changePasswordRequestOf(profile) };
  route(app, services, change, (context) => changePassword(services, context, context.body));
}
