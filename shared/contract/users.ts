import * as v from 'valibot';
import { countryCodeSchema } from './country.ts';
import { dateSchema, timestampSchema, timezoneSchema } from './dates.ts';
import { emailSchema } from './email.ts';
import { languages } from './language.ts';
import { maybe } from './maybe.ts';
import { currencySchema } from './money.ts';
import { openEnum } from './open-enum.ts';
import { countSchema } from './paging.ts';
import { givenPassword, newPasswordSchema, type PasswordProfile, passwordRepeatSchema } from './password.ts';
import { phoneNumberSchema } from './phone-number.ts';
import { captchaTokenSchema, optionalLine, requestObject, requiredLine } from './request.ts';

/** Where a customer is to go next: `dpu` and `confirm` come with a session that allows nothing else. */
export const nextSteps = ['welcome', 'login', 'dpu', 'confirm', 'otp'] as const;
export type NextStep = (typeof nextSteps)[number];

const nextSchema = openEnum(nextSteps);
const sessionTimesSchema = v.object({ expires_at: timestampSchema, idle_timeout_seconds: countSchema });
/** A language in a request; its own code where it is not one of the twelve. */
export const languageChoiceSchema = v.picklist(languages, 'language_unsupported');

export const companySchema = requiredLine({
  min: 3,
  max: 32,
  required: 'company_required',
  length: 'company_length',
});
export const nameSchema = requiredLine({ min: 3, max: 32, required: 'name_required', length: 'name_length' });
export const addressSchema = requiredLine({
  min: 3,
  max: 128,
  required: 'address_required',
  length: 'address_length',
});

const termsSchema = v.literal(true, 'terms_required');

/** Call 1. */
export const loginRequestSchema = requestObject({
  email: emailSchema,
  password: givenPassword('password_required'),
  captcha_token: captchaTokenSchema,
  remember: v.optional(v.boolean('field_invalid'), false),
});
export type LoginRequest = v.InferInput<typeof loginRequestSchema>;

/** The agreement to be accepted before anything else. `url` leads to its text in the customer's language. */
const dpuSchema = v.object({ version: v.string(), url: v.string(), published: dateSchema });

export const loginResponseSchema = v.object({
  success: v.literal(true),
  next: nextSchema,
  session: sessionTimesSchema,
  language: v.string(),
  dpu: maybe(dpuSchema),
});
export type LoginResponse = v.InferOutput<typeof loginResponseSchema>;

/** Call 2, by the rules of passwords in force. `phone` comes without a plus; the BFF keeps E.164. */
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
      terms: termsSchema,
      terms_version: optionalLine(20),
      captcha_token: captchaTokenSchema,
    }),
    v.forward(v.partialCheck([['password'], ['password_repeat']], isRepeated, 'password_repeat_mismatch'), [
      'password_repeat',
    ]),
  );
export const registerRequestSchema = /* @__PURE__ */ registerRequestOf('spec');
export type RegisterRequest = v.InferInput<typeof registerRequestSchema>;

/** The same whether or not the address was known, so that nobody can ask who is a customer. */
export const registerResponseSchema = v.object({
  success: v.literal(true),
  next: nextSchema,
  email_masked: v.string(),
  resend_after_seconds: countSchema,
  expires_at: timestampSchema,
});
export type RegisterResponse = v.InferOutput<typeof registerResponseSchema>;

/** Call 3: a mailed `token`; or `email` with the mailed six-digit `code`; or `email` with `resend`. */
export const confirmRequestSchema = v.pipe(
  requestObject({
    token: optionalLine(256),
    email: v.nullish(emailSchema),
    code: v.nullish(v.pipe(v.string('code_invalid'), v.trim(), v.regex(/^\d{6}$/, 'code_invalid'))),
    resend: v.optional(v.boolean('field_invalid'), false),
  }),
  v.forward(
    v.check(
      ({ token, email, code, resend }) => Boolean(token || (email && (code || resend))),
      'token_required',
    ),
    ['token'],
  ),
);
export type ConfirmRequest = v.InferInput<typeof confirmRequestSchema>;

/** A mail is on its way, if there is an account; another may be asked for after `resend_after_seconds`. */
export const resendResponseSchema = v.object({ success: v.literal(true), resend_after_seconds: countSchema });
export type ResendResponse = v.InferOutput<typeof resendResponseSchema>;

export const confirmedResponseSchema = v.object({
  success: v.literal(true),
  confirmed: v.boolean(),
  next: nextSchema,
});

/** 200 for a confirmation, 202 for `resend`. */
export const confirmResponseSchema = v.union([confirmedResponseSchema, resendResponseSchema]);
export type ConfirmResponse = v.InferOutput<typeof confirmResponseSchema>;

/** Call 4. Credentials are only for callers that hold no session. */
export const acceptDpuRequestSchema = requestObject({
  accepted: v.boolean('field_required'),
  version: requiredLine({ min: 1, max: 20, required: 'field_required', length: 'field_invalid' }),
  language: v.optional(languageChoiceSchema),
  email: v.nullish(emailSchema),
  password: v.nullish(givenPassword('password_required')),
});
export type AcceptDpuRequest = v.InferInput<typeof acceptDpuRequestSchema>;

/** Refusing ends the session: `next` is then `login` and the rest is absent. */
export const acceptDpuResponseSchema = v.object({
  success: v.literal(true),
  next: nextSchema,
  dpu: maybe(v.object({ version: v.string(), accepted_at: timestampSchema })),
  session: maybe(sessionTimesSchema),
});
export type AcceptDpuResponse = v.InferOutput<typeof acceptDpuResponseSchema>;

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

function isRepeated(form: { password: string; password_repeat: string }): boolean {
  return form.password === form.password_repeat;
}
