import type { Period } from '@portal/contract/dates';
import { type Sql, sql } from '../database/sql.ts';

/** The calls or messages of one service in a period. */
export interface Traffic {
  accountId: string;
  serviceId: string;
  period: Pick<Period, 'start_utc' | 'end_utc'>;
}

/** The condition of this traffic; `moment` is the column that partitions its table. */
export function isIn({ accountId, serviceId, period }: Traffic, moment: Sql): Sql {
  return sql`account_id = ${accountId} and service_id = ${serviceId}
    and ${moment} >= ${period.start_utc} and ${moment} < ${period.end_utc}`;
}

/** The table with the traffic of a service, and the column that partitions it. */
export function trafficTable(type: string): { table: Sql; moment: Sql } {
  return type === 'voicing'
    ? { table: sql`cdrs`, moment: sql`started` }
    : { table: sql`messages`, moment: sql`created` };
}
