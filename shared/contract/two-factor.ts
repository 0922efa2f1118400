import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { loginResponseSchema } from './login.ts';
import { countSchema } from './paging.ts';
import { stepUpSchema } from './password.ts';
import { requestObject } from './request.ts';
import { maybe } from './response-member.ts';

const sixDigits = v.regex(/^\d{6}$/, 'code_invalid');

const normalCode = v.transform((code: string) => code.replace(/[\s\p{Pd}]/gu, '').toUpperCase());

/** Six digits of the authenticator; spaces do not count. */
export const totpCodeSchema = v.pipe(v.string('code_invalid'), normalCode, sixDigits);

/** Six digits of the authenticator, or one of the recovery codes; spaces, dashes and case do not count. */
export const loginOtpRequestSchema = requestObject({
  code: v.pipe(
    v.string('code_invalid'),
    normalCode,
    v.regex(/^(?:\d{6}|[0-9A-HJKMNP-TV-Z]{10})$/, 'code_invalid'),
  ),
});

const twoFactorSchema = v.object({
  success: v.literal(true),
  enabled: v.boolean(),
  enabled_at: maybe(timestampSchema),
  /** Unused recovery codes. */
  recovery_codes_left: countSchema,
});
export type TwoFactor = v.InferOutput<typeof twoFactorSchema>;

export const enableTwoFactorSchema = requestObject({ code: totpCodeSchema });

/** Shown once: `7F3KQ-9XW2M`, each valid for one login. */
const recoveryCodesSchema = v.object({
  success: v.literal(true),
  recovery_codes: v.array(v.string()),
});
export type RecoveryCodes = v.InferOutput<typeof recoveryCodesSchema>;

export const loginOtp = {
  method: 'POST',
  path: '/v1/users/login:otp',
  summary: 'Take the second step of the log-in',
  access: 'limited',
  body: loginOtpRequestSchema,
  response: loginResponseSchema,
  errors: ['unauthenticated', 'session_expired', 'account_suspended'],
  idempotent: true,
} as const satisfies Endpoint;

export const getTwoFactor = {
  method: 'GET',
  path: '/v1/accounts/two-factor',
  summary: 'Whether log-in takes a second step',
  access: 'session',
  response: twoFactorSchema,
} as const satisfies Endpoint;

/** A secret that is not in use until a code made with it has been entered. */
export const beginTwoFactor = {
  method: 'POST',
  path: '/v1/accounts/two-factor:begin',
  summary: 'Make a secret for an authenticator',
  access: 'session',
  body: stepUpSchema,
  response: v.object({
    success: v.literal(true),
    /** Base32, for typing. */
    secret: v.string(),
    /** `otpauth://totp/…`, for the QR code. */
    otpauth_url: v.string(),
  }),
  errors: ['two_factor_enabled'],
} as const satisfies Endpoint;
export type TwoFactorSetup = v.InferOutput<typeof beginTwoFactor.response>;

export const enableTwoFactor = {
  method: 'POST',
  path: '/v1/accounts/two-factor:enable',
  summary: 'Turn the second step on with a code of the authenticator',
  access: 'session',
  body: enableTwoFactorSchema,
  response: recoveryCodesSchema,
  errors: ['two_factor_enabled', 'two_factor_not_begun'],
  idempotent: true,
} as const satisfies Endpoint;

export const disableTwoFactor = {
  method: 'POST',
  path: '/v1/accounts/two-factor:disable',
  summary: 'Turn the second step off',
  access: 'session',
  body: stepUpSchema,
  response: twoFactorSchema,
} as const satisfies Endpoint;

export const renewRecoveryCodes = {
  method: 'POST',
  path: '/v1/accounts/two-factor:recovery-codes',
  summary: 'Replace the recovery codes',
  access: 'session',
  body: stepUpSchema,
  response: recoveryCodesSchema,
  errors: ['two_factor_not_begun'],
} as const satisfies Endpoint;
