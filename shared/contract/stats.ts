import * as v from 'valibot';
import { type Endpoint, listErrors } from './endpoint.ts';
import { messagesPageSchema } from './messages.ts';
import { parameter } from './query-value.ts';
import { serviceParamsSchema } from './services.ts';
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

export const getStats = {
  number: 16,
  method: 'GET',
  path: '/v1/services/{service_id}/stats',
  summary: 'Statistics of calls, or the list of messages, by the type of the service',
  access: 'session',
  params: serviceParamsSchema,
  query: statsQuerySchema,
  status: 200,
  response: statsPageSchema,
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;
