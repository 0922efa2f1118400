import * as v from 'valibot';
import { emailSchema, languageChoiceSchema } from './account-fields.ts';
import { timestampSchema } from './dates.ts';
import { captchaErrors, type Endpoint } from './endpoint.ts';
import { nextSchema } from './login.ts';
import { countSchema } from './paging.ts';
import {
  givenPassword,
  isRepeated,
  newPasswordSchema,
  type PasswordProfile,
  passwordRepeatSchema,
} from './password.ts';
import { resendResponseSchema } from './registration.ts';
import { captchaTokenSchema, optionalLine, requestObject, requiredLine } from './request.ts';
import { maybe } from './response-member.ts';

export const restorePasswordRequestSchema = requestObject({
  email: emailSchema,
  captcha_token: captchaTokenSchema,
  language: v.optional(languageChoiceSchema),
});

/**
 * By the password rules in force. Authorized by a mailed `token`, by the session that it was exchanged for, or in a full
 * session by `current_password`.
 */
export const changePasswordRequestOf = (profile: PasswordProfile) =>
  v.pipe(
    requestObject({
      token: optionalLine(256),
      current_password: v.nullish(givenPassword('current_password_required')),
      password: newPasswordSchema(profile),
      password_repeat: passwordRepeatSchema,
    }),
    v.forward(v.partialCheck([['password'], ['password_repeat']], isRepeated, 'password_repeat_mismatch'), [
      'password_repeat',
    ]),
  );

export const changePasswordRequestSchema = /* @__PURE__ */ changePasswordRequestOf('spec');

/** The token of a mailed link. It is exchanged for a cookie immediately, so that no address or memory retains it. */
const exchangeTokenRequestSchema = requestObject({
  token: requiredLine({ min: 1, max: 256, required: 'token_required', length: 'field_invalid' }),
});

/** A session that may set a new password and nothing else, until `expires_at`. */
export const exchangeTokenResponseSchema = v.object({
  success: v.literal(true),
  /** `a••@example.com`: whose password it is. */
  email_masked: v.string(),
  /** The account whose password it is: the page sends it back, because another tab may open a second link. */
  account_sid: maybe(v.string()),
  expires_at: timestampSchema,
});

export const restorePassword = {
  method: 'POST',
  path: '/v1/users/password:restore',
  summary: 'Ask for the mail that lets a forgotten password be replaced',
  access: 'anonymous',
  body: restorePasswordRequestSchema,
  status: 202,
  response: resendResponseSchema,
  errors: captchaErrors,
} as const satisfies Endpoint;

/** `next` is null where the session goes on. */
export const changePassword = {
  method: 'POST',
  path: '/v1/users/password:change',
  summary: 'Set a new password, by a mailed token or in a session',
  access: 'anonymous',
  body: changePasswordRequestSchema,
  response: v.object({
    success: v.literal(true),
    next: v.nullable(nextSchema),
    sessions_revoked: countSchema,
  }),
  errors: [
    'unauthenticated',
    'session_expired',
    'email_not_confirmed',
    'account_suspended',
    'token_expired',
    'token_used',
  ],
  idempotent: true,
} as const satisfies Endpoint;
export type ChangePasswordResponse = v.InferOutput<typeof changePassword.response>;

export const exchangeToken = {
  method: 'POST',
  path: '/v1/users/token:exchange',
  summary: 'Exchange the token of a mailed link for a session that may set a new password',
  access: 'anonymous',
  body: exchangeTokenRequestSchema,
  response: exchangeTokenResponseSchema,
  errors: ['token_expired', 'token_used', 'account_suspended'],
  idempotent: true,
} as const satisfies Endpoint;
