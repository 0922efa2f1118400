import * as v from 'valibot';
import { emailSchema } from './account-fields.ts';
import { dateSchema, timestampSchema } from './dates.ts';
import { captchaErrors, type Endpoint } from './endpoint.ts';
import { countSchema } from './paging.ts';
import { givenPassword } from './password.ts';
import { captchaTokenSchema, requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

/** The next step of a login: `dpu` and `confirm` come with a session that allows nothing else. */
const nextSteps = ['welcome', 'login', 'dpu', 'confirm', 'otp'] as const;

export const nextSchema = openEnum(nextSteps);

export const sessionTimesSchema = v.object({
  expires_at: timestampSchema,
  idle_timeout_seconds: countSchema,
});

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

export const login = {
  method: 'POST',
  path: '/v1/users/login',
  summary: 'Log in',
  access: 'anonymous',
  body: loginRequestSchema,
  response: loginResponseSchema,
  errors: ['invalid_credentials', 'account_suspended', ...captchaErrors],
} as const satisfies Endpoint;
