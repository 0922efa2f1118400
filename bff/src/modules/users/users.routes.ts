import { endpoints } from '@portal/contract/endpoints';
import { changePasswordRequestOf } from '@portal/contract/password-change';
import { registerRequestOf } from '@portal/contract/registration';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { AnyJob } from '../../queue/queue.ts';
import { acceptDpu } from '../login/accept-dpu.ts';
import { logIn } from '../login/login.ts';
import { loginOtp } from '../login/login-otp.ts';
import { changePassword } from './change-password.ts';
import { confirm, resendJob } from './confirm.ts';
import { emailChangeJob } from './email-change.ts';
import { register, registrationJob } from './register.ts';
import { exchangeToken, restoreJob, restorePassword } from './restore-password.ts';

export async function usersRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { PASSWORD_PROFILE: profile } = context.config;
  route(app, context, endpoints.login, (exchange) => logIn(context, exchange, exchange.body));
  route(app, context, endpoints.loginOtp, (exchange) => loginOtp(context, exchange, exchange.body.code));
  const registration = { ...endpoints.register, body: registerRequestOf(profile) };
  route(app, context, registration, ({ request, body }) => register(context, request, body));
  route(app, context, endpoints.confirm, (exchange) => confirm(context, exchange, exchange.body));
  route(app, context, endpoints.acceptDpu, (exchange) => acceptDpu(context, exchange, exchange.body));
  route(app, context, endpoints.restorePassword, ({ request, body }) =>
    restorePassword(context, request, body),
  );
  route(app, context, endpoints.exchangeToken, (exchange) => exchangeToken(context, exchange, exchange.body));
  const change = { ...endpoints.changePassword, body: changePasswordRequestOf(profile) };
  route(app, context, change, (exchange) => changePassword(context, exchange, exchange.body));
}

export const usersJobs = (context: AppContext): readonly AnyJob[] => [
  registrationJob(context),
  resendJob(context),
  restoreJob(context),
  emailChangeJob(context),
];
