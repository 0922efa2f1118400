import { messagesQuerySchema } from '@portal/contract/messages';
import { parameter } from '@portal/contract/query-value';
import * as v from 'valibot';

/**
 * The page's state in its address: the list's query, and the opened row. Without the contract's rules between fields:
 * a period that is too long stays in the filter, and the server's answer says what is wrong with it.
 */
export const historyQuerySchema = v.object({ ...messagesQuerySchema.entries, row: parameter(v.string()) });
export type HistoryQuery = v.InferOutput<typeof historyQuerySchema>;

/** Filters at rest, by which a reset puts them there. */
export const noFilters = {
  start_date: undefined,
  end_date: undefined,
  status: undefined,
  filter: undefined,
};

/** How many of the filters are in use; the two ends of the period count as one. */
export function countFilters(query: HistoryQuery): number {
  const filters = [query.start_date ?? query.end_date, query.status?.[0], query.filter];
  return filters.filter((filter) => filter !== undefined).length;
}
