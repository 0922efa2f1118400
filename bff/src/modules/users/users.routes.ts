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
import { repeatLogin } from '../login/repeat-login.ts';
import { changePassword } from './change-password.ts';
import { confirm, resendJob } from './confirm.ts';
import { emailChangeJob } from './email-change.ts';
import { register, registrationJob } from './register.ts';
import { exchangeToken, restoreJob, restorePassword } from './restore-password.ts';

export async function usersRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { PASSWORD_PROFILE: profile } = context.config;
  route(app, context, endpoints.login, logIn);
  route(app, context, endpoints.loginOtp, loginOtp, { repeat: repeatLogin });
  route(app, context, { ...endpoints.register, body: registerRequestOf(profile) }, register);
  route(app, context, endpoints.confirm, confirm);
  route(app, context, endpoints.acceptDpu, acceptDpu);
  route(app, context, endpoints.restorePassword, restorePassword);
  route(app, context, endpoints.exchangeToken, exchangeToken);
  route(
    app,
    context,
    { ...endpoints.changePassword, body: changePasswordRequestOf(profile) },
    changePassword,
  );
}

export const usersJobs = (context: AppContext): readonly AnyJob[] => [
  registrationJob(context),
  resendJob(context),
  restoreJob(context),
  emailChangeJob(context),
];
