import { type MessageStatusGroup, messageGroupOfStatus, messageStatuses } from '@portal/contract/messages';
import { type Sql, sql } from '../../database/sql.ts';

/** A condition for messages whose status belongs to one of the groups, as the contract sorts them. */
export function isOf(...groups: readonly MessageStatusGroup[]): Sql {
  const statuses = messageStatuses.filter((status) => groups.includes(messageGroupOfStatus[status]));
  return sql`status = any(${statuses}::text[])`;
}
