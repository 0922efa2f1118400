import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { countSchema } from './paging.ts';
import { givenPassword, stepUpSchema } from './password.ts';
import { profileSchema } from './profile.ts';
import { requestObject } from './request.ts';

/** A token in full. The portal hides it after `hide_after_seconds`. */
const shownTokenSchema = v.object({
  success: v.literal(true),
  token: v.string(),
  hide_after_seconds: countSchema,
});
export type ShownToken = v.InferOutput<typeof shownTokenSchema>;

/** `primary` is the token in use, `secondary` the one that will replace it. */
export const tokenChoiceSchema = requestObject({
  current_password: givenPassword('current_password_required'),
  which: v.optional(v.picklist(['primary', 'secondary'], 'field_invalid'), 'primary'),
});

export const revealToken = {
  method: 'POST',
  path: '/v1/accounts/token:reveal',
  summary: 'Show an API token in full',
  access: 'session',
  body: tokenChoiceSchema,
  response: shownTokenSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const rotateToken = {
  method: 'POST',
  path: '/v1/accounts/token:rotate',
  summary: 'Create a second API token beside the one in use',
  access: 'session',
  body: stepUpSchema,
  response: shownTokenSchema,
} as const satisfies Endpoint;

export const promoteToken = {
  method: 'POST',
  path: '/v1/accounts/token:promote',
  summary: 'Use the second API token instead of the first, which stops working',
  access: 'session',
  body: stepUpSchema,
  response: profileSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;

export const discardToken = {
  method: 'POST',
  path: '/v1/accounts/token:discard',
  summary: 'Discard the second API token',
  access: 'session',
  body: stepUpSchema,
  response: profileSchema,
  errors: ['not_found'],
} as const satisfies Endpoint;
