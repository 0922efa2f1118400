import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import { countSchema } from './paging.ts';

const attachmentSchema = v.object({
  name: v.string(),
  media_type: v.string(),
  /** Bytes. */
  size: countSchema,
});

/** A mail that a development server would have sent. */
const devMailSchema = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.nullable(v.string()),
  attachments: v.optional(v.array(attachmentSchema), []),
  created: timestampSchema,
});
export type DevMail = v.InferOutput<typeof devMailSchema>;

/** The outbox of a development server, newest first. */
export const devMailsSchema = v.object({ items: v.array(devMailSchema) });
export type DevMails = v.InferOutput<typeof devMailsSchema>;
