import { messagingReportQuerySchema } from '@portal/contract/messaging-report';
import { parameter } from '@portal/contract/query-value';
import * as v from 'valibot';

/**
 * The page's state in its address: the report's query, and the opened row. A period that is too long is left to the
 * server's answer, which says so.
 */
export const reportQuerySchema = v.object({
  ...messagingReportQuerySchema.entries,
  row: parameter(v.string()),
});
export type ReportQuery = v.InferOutput<typeof reportQuerySchema>;

export function isThisMonth({ start_date, end_date }: ReportQuery): boolean {
  return start_date === undefined && end_date === undefined;
}
