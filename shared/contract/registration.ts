import * as v from 'valibot';
import { companySchema, emailSchema, languageChoiceSchema, nameSchema } from './account-fields.ts';
import { countryCodeSchema } from './country.ts';
import { timestampSchema, timezoneSchema } from './dates.ts';
import { captchaErrors, type Endpoint, type EndpointView } from './endpoint.ts';
import { nextSchema } from './login.ts';
import { currencySchema } from './money.ts';
import { countSchema } from './paging.ts';
import {
  givenPassword,
  isRepeated,
  newPasswordSchema,
  type PasswordProfile,
  passwordRepeatSchema,
} from './password.ts';
import { phoneNumberSchema } from './phone-number.ts';
import { captchaTokenSchema, optionalLine, requestObject } from './request.ts';
import { openEnum } from './response-member.ts';

/** By the password rules in force. `phone` comes without a plus; the BFF stores E.164. */
export const registerRequestOf = (profile: PasswordProfile) =>
  v.pipe(
    requestObject({
      email: emailSchema,
      password: newPasswordSchema(profile),
      password_repeat: passwordRepeatSchema,
      name: nameSchema,
      company: companySchema,
      phone: phoneNumberSchema,
      country: v.nullish(countryCodeSchema),
      language: v.optional(languageChoiceSchema, 'en'),
      timezone: timezoneSchema,
      currency: v.nullish(currencySchema),
      terms: v.literal(true, 'terms_required'),
      terms_version: optionalLine(20),
      captcha_token: captchaTokenSchema,
    }),
    v.forward(v.partialCheck([['password'], ['password_repeat']], isRepeated, 'password_repeat_mismatch'), [
      'password_repeat',
    ]),
  );

export const registerRequestSchema = /* @__PURE__ */ registerRequestOf('spec');

/**
 * A mailed `token`; or `email` with the mailed six-digit `code`; or `email` with `resend`. A registration from another
 * browser is confirmed with its `password`. `preview` asks what the token confirms, and changes nothing.
 */
export const confirmRequestSchema = v.pipe(
  requestObject({
    token: optionalLine(256),
    email: v.nullish(emailSchema),
    code: v.nullish(v.pipe(v.string('code_invalid'), v.trim(), v.regex(/^\d{6}$/, 'code_invalid'))),
    resend: v.optional(v.boolean('field_invalid'), false),
    password: v.nullish(givenPassword('password_required')),
    preview: v.optional(v.boolean('field_invalid'), false),
  }),
  v.forward(
    v.check(
      ({ token, email, code, resend }) => Boolean(token || (email && (code || resend))),
      'token_required',
    ),
    ['token'],
  ),
);

/** A mail is on its way, if there is an account; another may be asked for after `resend_after_seconds`. */
export const resendResponseSchema = v.object({ success: v.literal(true), resend_after_seconds: countSchema });
export type ResendResponse = v.InferOutput<typeof resendResponseSchema>;

/** What a mailed token confirms. */
const confirmationPreviewSchema = v.object({
  success: v.literal(true),
  confirms: openEnum(['registration', 'email_change', 'email_revert', 'two_factor_revert']),
  /** `a••@example.com`: the address that the token was mailed to. */
  email_masked: v.string(),
  /** `a••@e••••••.com`: the current address of the account that an `email_change` moves; null for all others. */
  account_email_masked: v.optional(v.nullable(v.string()), null),
  /** The registration was sent from another browser. */
  password_required: v.boolean(),
});

const confirmedResponseSchema = v.object({
  success: v.literal(true),
  confirmed: v.boolean(),
  next: nextSchema,
  /** Whether the account that was taken back is closed: no link for a new password was mailed. Absent if it is not. */
  is_closed: v.optional(v.boolean()),
  /** Whether it has another address than the mailbox: none was mailed either. Absent if it has not. */
  has_other_address: v.optional(v.boolean()),
});

/** The response is the same whether or not the address was known, so that nobody can ask who is a customer. */
export const register = {
  method: 'POST',
  path: '/v1/users/register',
  summary: 'Open an account',
  access: 'anonymous',
  body: registerRequestSchema,
  status: 201,
  response: v.object({
    success: v.literal(true),
    next: nextSchema,
    email_masked: v.string(),
    resend_after_seconds: countSchema,
    expires_at: timestampSchema,
  }),
  errors: captchaErrors,
} as const satisfies Endpoint;
export type RegisterResponse = v.InferOutput<typeof register.response>;

/** 200 for a confirmation or a `preview`, 202 for `resend`. */
export const confirm = {
  method: 'POST',
  path: '/v1/users/confirm',
  summary: 'Confirm the e-mail address, or ask for the mail again',
  access: 'anonymous',
  body: confirmRequestSchema,
  otherStatus: 202,
  response: v.union([confirmedResponseSchema, confirmationPreviewSchema, resendResponseSchema]),
  errors: ['token_expired', 'token_used', 'already_confirmed'],
  idempotent: true,
} as const satisfies Endpoint;
export type ConfirmResponse = v.InferOutput<typeof confirm.response>;

/** `confirm` when the mail is requested again. */
export const resendConfirmation = {
  method: 'POST',
  path: '/v1/users/confirm',
  body: confirmRequestSchema,
  response: resendResponseSchema,
} as const satisfies EndpointView;

/** `confirm` when the page shows what a token confirms. */
export const previewConfirmation = {
  method: 'POST',
  path: '/v1/users/confirm',
  body: confirmRequestSchema,
  response: confirmationPreviewSchema,
} as const satisfies EndpointView;
export type ConfirmationPreview = v.InferOutput<typeof confirmationPreviewSchema>;
