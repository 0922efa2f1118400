import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import { maybe } from './maybe.ts';
import { countSchema } from './paging.ts';
import { givenPassword } from './password.ts';
import { requestObject, requiredLine } from './request.ts';

/** The token of a mailed link, exchanged at once for a cookie, so that it stays in no address and no memory. */
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

const sixDigits = v.regex(/^\d{6}$/, 'code_invalid');
const normalCode = v.transform((code: string) => code.replace(/[\s-]/g, '').toUpperCase());

/** Six digits of the authenticator; spaces do not count. */
export const totpCodeSchema = v.pipe(v.string('code_invalid'), normalCode, sixDigits);

/** Six digits of the authenticator, or one of the recovery codes; spaces, hyphens and case do not count. */
export const secondStepSchema = requestObject({
  code: v.pipe(
    v.string('code_invalid'),
    normalCode,
    v.regex(/^(?:\d{6}|[0-9A-HJKMNP-TV-Z]{10})$/, 'code_invalid'),
  ),
});

/** What proves that it is still the customer who sits there. */
export const stepUpSchema = requestObject({ current_password: givenPassword('current_password_required') });
export type StepUp = v.InferInput<typeof stepUpSchema>;

export const twoFactorSchema = v.object({
  success: v.literal(true),
  enabled: v.boolean(),
  enabled_at: maybe(timestampSchema),
  /** Unused recovery codes. */
  recovery_codes_left: countSchema,
});
export type TwoFactor = v.InferOutput<typeof twoFactorSchema>;

/** A secret that is not in use until a code made with it has been entered. */
export const twoFactorSetupSchema = v.object({
  success: v.literal(true),
  /** Base32, for typing. */
  secret: v.string(),
  /** `otpauth://totp/…`, for the QR code. */
  otpauth_url: v.string(),
});
export type TwoFactorSetup = v.InferOutput<typeof twoFactorSetupSchema>;

export const enableTwoFactorSchema = requestObject({ code: totpCodeSchema });

/** Shown once: `7F3KQ-9XW2M`, each good for one log-in. */
export const recoveryCodesSchema = v.object({
  success: v.literal(true),
  recovery_codes: v.array(v.string()),
});
export type RecoveryCodes = v.InferOutput<typeof recoveryCodesSchema>;

const openSessionSchema = v.object({
  session_id: v.string(),
  /** The one that asks. */
  current: v.boolean(),
  /** Such as `Firefox 148`; null when it cannot be told. */
  browser: maybe(v.string()),
  /** Such as `Windows` or `Android`. */
  system: maybe(v.string()),
  device: v.picklist(['desktop', 'phone', 'tablet', 'unknown']),
  ip: maybe(v.string()),
  created: timestampSchema,
  last_seen: timestampSchema,
});
export type OpenSession = v.InferOutput<typeof openSessionSchema>;

/** The account's open sessions, the last used first. */
export const openSessionsSchema = v.object({
  success: v.literal(true),
  sessions: v.array(openSessionSchema),
});
export type OpenSessions = v.InferOutput<typeof openSessionsSchema>;

export const sessionParamsSchema = v.object({
  session_id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
});

export const revokedSessionsSchema = v.object({ success: v.literal(true), sessions_revoked: countSchema });

/** A token in full. The portal hides it after `hide_after_seconds`. */
export const shownTokenSchema = v.object({
  success: v.literal(true),
  token: v.string(),
  hide_after_seconds: countSchema,
});
export type ShownToken = v.InferOutput<typeof shownTokenSchema>;

/** Which of the two tokens: the one in use, or the one that is to take its place. */
export const tokenChoiceSchema = requestObject({
  current_password: givenPassword('current_password_required'),
  which: v.optional(v.picklist(['primary', 'secondary'], 'field_invalid'), 'primary'),
});
