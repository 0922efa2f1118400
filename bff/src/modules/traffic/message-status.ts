import { type MessageStatusGroup, messageGroupOfStatus, messageStatuses } from '@portal/contract/messages';
import { type Sql, sql } from '../../database/sql.ts';

/** Returns a condition for messages whose status belongs to one of the contract's groups. */
export function isOf(...groups: readonly MessageStatusGroup[]): Sql {
  const statuses = messageStatuses.filter((status) => groups.includes(messageGroupOfStatus[status]));
  return sql`status = any(${statuses}::text[])`;
}
