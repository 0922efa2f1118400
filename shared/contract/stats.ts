import * as v from 'valibot';
import { type Endpoint, listErrors } from './endpoint.ts';
import { messagesPageSchema } from './messages.ts';
import { parameter } from './query-value.ts';
import { serviceParamsSchema } from './services.ts';
import { voicingStatsPageSchema } from './voicing-stats.ts';

const text = parameter(v.string());

/**
 * The parameters as text, because the service's type decides which of `voicingStatsQuerySchema` and
 * `messagesQuerySchema` reads them.
 */
const statsQuerySchema = v.object({
  start_date: text,
  end_date: text,
  start_time: text,
  end_time: text,
  status: text,
  filter: text,
  country: text,
  operator: text,
  sender: text,
  campaign: text,
  without: text,
  error_code: text,
  order: text,
  limit: text,
  offset: text,
  cursor: text,
  totals: text,
});

/** Aggregates of calls or rows of messages, by `service_type`. */
export const getStats = {
  method: 'GET',
  path: '/v1/services/{service_id}/stats',
  summary: 'Statistics of calls, or the list of messages, by the type of the service',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: statsQuerySchema,
  response: v.variant('service_type', [voicingStatsPageSchema, messagesPageSchema]),
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;
