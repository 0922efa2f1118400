import { sql } from '../../database/sql.ts';

/** Numbers that are rented; those on order and former ones cost nothing. */
export const inUse = sql`status in ('active', 'suspended', 'pending_removal')`;
