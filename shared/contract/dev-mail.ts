import * as v from 'valibot';
import { timestampSchema } from './dates.ts';

/** A mail that a development server would have sent. */
const devMailSchema = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.nullable(v.string()),
  created: timestampSchema,
});
export type DevMail = v.InferOutput<typeof devMailSchema>;

/** The outbox of a development server, newest first. */
export const devMailsSchema = v.object({ items: v.array(devMailSchema) });
export type DevMails = v.InferOutput<typeof devMailsSchema>;
