import * as v from 'valibot';
import { emailSchema, languageChoiceSchema } from './account-fields.ts';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
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

/** Call 5, always answered with 202 and `resendResponseSchema`. */
export const restorePasswordRequestSchema = requestObject({
  email: emailSchema,
  captcha_token: captchaTokenSchema,
  language: v.optional(languageChoiceSchema),
});
export type RestorePasswordRequest = v.InferInput<typeof restorePasswordRequestSchema>;

export const restorePasswordResponseSchema = resendResponseSchema;
export type RestorePasswordResponse = v.InferOutput<typeof restorePasswordResponseSchema>;

/**
 * Call 6, by the rules of passwords in force: by a mailed `token` or by the session that it was exchanged for, or in a
 * full session with `current_password`.
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
export type ChangePasswordRequest = v.InferInput<typeof changePasswordRequestSchema>;

/** `next` is null where the session goes on. */
export const changePasswordResponseSchema = v.object({
  success: v.literal(true),
  next: v.nullable(nextSchema),
  sessions_revoked: countSchema,
});
export type ChangePasswordResponse = v.InferOutput<typeof changePasswordResponseSchema>;

/** The token of a mailed link. It is exchanged for a cookie immediately, so that no address or memory retains it. */
export const exchangeTokenRequestSchema = requestObject({
  token: requiredLine({ min: 1, max: 256, required: 'token_required', length: 'field_invalid' }),
});

/** A session that may set a new password and nothing else, until `expires_at`. */
export const exchangeTokenResponseSchema = v.object({
  success: v.literal(true),
  /** `a••@example.com`: whose password it is. */
  email_masked: v.string(),
  expires_at: timestampSchema,
});

export const restorePassword = {
  number: 5,
  method: 'POST',
  path: '/v1/users/password:restore',
  summary: 'Ask for the mail that lets a forgotten password be replaced',
  access: 'anonymous',
  body: restorePasswordRequestSchema,
  status: 202,
  response: restorePasswordResponseSchema,
  errors: ['captcha_required', 'captcha_failed', 'captcha_unavailable'],
} as const satisfies Endpoint;

export const changePassword = {
  number: 6,
  method: 'POST',
  path: '/v1/users/password:change',
  summary: 'Set a new password, by a mailed token or in a session',
  access: 'anonymous',
  body: changePasswordRequestSchema,
  status: 200,
  response: changePasswordResponseSchema,
  errors: ['unauthenticated', 'session_expired', 'account_suspended', 'token_expired', 'token_used'],
} as const satisfies Endpoint;

export const exchangeToken = {
  method: 'POST',
  path: '/v1/users/token:exchange',
  summary: 'Exchange the token of a mailed link for a session that may set a new password',
  access: 'anonymous',
  body: exchangeTokenRequestSchema,
  status: 200,
  response: exchangeTokenResponseSchema,
  errors: ['token_expired', 'token_used', 'account_suspended'],
} as const satisfies Endpoint;
