import { cdrQuerySchema } from '@portal/contract/cdr';
import { parameter } from '@portal/contract/query-value';
import * as v from 'valibot';

/**
 * The page's state in its address: the list's query, and the opened row. Without the contract's rules between fields:
 * a period that is too long stays in the filter, and the server's answer says what is wrong with it.
 */
export const cdrPageQuerySchema = v.object({ ...cdrQuerySchema.entries, row: parameter(v.string()) });
export type CdrPageQuery = v.InferOutput<typeof cdrPageQuerySchema>;

/** Filters at rest, by which a reset puts them there. */
export const noFilters = {
  start_date: undefined,
  end_date: undefined,
  number_from: undefined,
  number_to: undefined,
  duration_from: undefined,
  duration_to: undefined,
  country: undefined,
  result: undefined,
  direction: undefined,
};

/** How many of the filters are in use; the two ends of a range count as one. */
export function countFilters(query: CdrPageQuery): number {
  const { start_date, end_date, duration_from, duration_to } = query;
  const filters = [
    start_date ?? end_date,
    duration_from ?? duration_to,
    query.number_from,
    query.number_to,
    query.country?.[0],
    query.result?.[0],
    query.direction?.[0],
  ];
  return filters.filter((filter) => filter !== undefined).length;
}
