import { endpoints } from '@portal/contract/endpoints';
import { changePasswordRequestOf, registerRequestOf } from '@portal/contract/users';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { route } from '../../http/route.ts';
import { acceptDpu } from './accept-dpu.ts';
import { changePassword } from './change-password.ts';
import { confirm } from './confirm.ts';
import { exchangeToken } from './exchange-token.ts';
import { logIn } from './log-in.ts';
import { loginOtp } from './login-otp.ts';
import { register } from './register.ts';
import { restorePassword } from './restore-password.ts';

export async function usersRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { PASSWORD_PROFILE: profile } = context.config;
  route(app, context, endpoints.login, (exchange) => logIn(context, exchange, exchange.body));
  route(app, context, endpoints.loginOtp, (exchange) => loginOtp(context, exchange, exchange.body.code));
  const registration = { ...endpoints.register, body: registerRequestOf(profile) };
  route(app, context, registration, ({ request, body }) => register(context, request, body));
  route(app, context, endpoints.confirm, (exchange) => confirm(context, exchange, exchange.body));
  // Credentials may stand in for the session, so that the call looks after its permission itself.
  const open = { ...endpoints.acceptDpu, access: 'anonymous' } as const;
  route(app, context, open, (exchange) => acceptDpu(context, exchange, exchange.body));
  route(app, context, endpoints.restorePassword, ({ request, body }) =>
    restorePassword(context, request, body),
  );
  route(app, context, endpoints.exchangeToken, (exchange) => exchangeToken(context, exchange, exchange.body));
  const change = { ...endpoints.changePassword, body: changePasswordRequestOf(profile) };
  route(app, context, change, (exchange) => changePassword(context, exchange, exchange.body));
}
