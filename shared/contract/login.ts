import * as v from 'valibot';
import { emailSchema } from './account-fields.ts';
import { dateSchema, timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { countSchema } from './paging.ts';
import { givenPassword } from './password.ts';
import { captchaTokenSchema, requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

/** Where a customer is to go next: `dpu` and `confirm` come with a session that allows nothing else. */
export const nextSteps = ['welcome', 'login', 'dpu', 'confirm', 'otp'] as const;
export type NextStep = (typeof nextSteps)[number];

export const nextSchema = openEnum(nextSteps);

export const sessionTimesSchema = v.object({
  expires_at: timestampSchema,
  idle_timeout_seconds: countSchema,
});

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

export const login = {
  number: 1,
  method: 'POST',
  path: '/v1/users/login',
  summary: 'Log in',
  access: 'anonymous',
  body: loginRequestSchema,
  status: 200,
  response: loginResponseSchema,
  errors: [
    'invalid_credentials',
    'captcha_required',
    'captcha_failed',
    'captcha_unavailable',
    'account_suspended',
  ],
} as const satisfies Endpoint;
