import * as v from 'valibot';
import { emailSchema, languageChoiceSchema } from './account-fields.ts';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { nextSchema, sessionTimesSchema } from './login.ts';
import { givenPassword } from './password.ts';
import { requestObject, requiredLine } from './request.ts';
import { maybe } from './response-member.ts';

/**
 * The data-processing agreement in force. Its text is in the texts of the auth area and in the BFF's `legal` folder;
 * a new version limits every session until its customer has accepted it.
 */
export const agreement = { version: '2026-05', published: '2026-05-01' } as const;

/** `email` and `password` are for clients without a session. */
export const acceptDpuRequestSchema = requestObject({
  accepted: v.boolean('field_required'),
  version: requiredLine({ min: 1, max: 20, required: 'field_required', length: 'field_invalid' }),
  language: v.optional(languageChoiceSchema),
  email: v.nullish(emailSchema),
  password: v.nullish(givenPassword('password_required')),
});

/** Refusing ends the session: `next` is then `login` and the rest is absent. */
export const acceptDpu = {
  method: 'POST',
  path: '/v1/users/login:dpu',
  summary: 'Accept or refuse the data-processing agreement',
  access: 'credentials',
  body: acceptDpuRequestSchema,
  response: v.object({
    success: v.literal(true),
    next: nextSchema,
    dpu: maybe(v.object({ version: v.string(), accepted_at: timestampSchema })),
    session: maybe(sessionTimesSchema),
  }),
  errors: [
    'unauthenticated',
    'session_expired',
    'invalid_credentials',
    'captcha_required',
    'account_suspended',
    'step_up_required',
  ],
  idempotent: true,
} as const satisfies Endpoint;
export type AcceptDpuResponse = v.InferOutput<typeof acceptDpu.response>;
