import * as v from 'valibot';
import { messagesPageSchema } from './messages.ts';
import { parameter } from './query-value.ts';
import { voicingStatsPageSchema } from './voicing-stats.ts';

const text = parameter(v.string());

/**
 * Call 16 before it is known whose service it is: the parameters as text. The service's type then decides which of
 * `voicingStatsQuerySchema` and `messagesQuerySchema` reads them.
 */
export const statsQuerySchema = v.object({
  start_date: text,
  end_date: text,
  status: text,
  filter: text,
  order: text,
  limit: text,
  offset: text,
});
export type StatsQuery = v.InferOutput<typeof statsQuerySchema>;

/** Aggregates of calls or rows of messages, by `service_type`. */
export const statsPageSchema = v.variant('service_type', [voicingStatsPageSchema, messagesPageSchema]);
export type StatsPage = v.InferOutput<typeof statsPageSchema>;
