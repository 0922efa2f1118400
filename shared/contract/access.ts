import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import { maybe } from './maybe.ts';
import { requestObject } from './request.ts';

/** Body of the calls that need none. */
export const emptyRequestSchema = requestObject({});

/** Call 7. `success: false` with 200 means the same as 401: there is no verified session. */
export const verifyResponseSchema = v.object({
  success: v.boolean(),
  expires_at: maybe(timestampSchema),
  idle_expires_at: maybe(timestampSchema),
  dpu_required: v.optional(v.boolean(), false),
});
export type VerifyResponse = v.InferOutput<typeof verifyResponseSchema>;

/** Call 8; succeeds without a session too. */
export const logoutResponseSchema = v.object({ success: v.literal(true), redirect_url: maybe(v.string()) });
export type LogoutResponse = v.InferOutput<typeof logoutResponseSchema>;
