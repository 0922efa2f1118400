import type { Queryable } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { rateLimited } from './http-error.ts';

export interface RateLimit {
  name: string;
  max: number;
  windowSeconds: number;
}

interface Counter {
  count: number;
  seconds_left: number;
}

/** Counts one use of `subject` and throws 429 when its window is full. The count is shared by all processes. */
export async function limitRate(database: Queryable, { name, max, windowSeconds }: RateLimit, subject: string): Promise<void> {
  const counter = await database.first<Counter>(sql`
    insert into rate_counters (key, window_start, count)
    values (
      ${`${name}:${subject}`},
      to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}::int) * ${windowSeconds}::int),
      1
    )
    on conflict (key, window_start) do update set count = rate_counters.count + 1
    returning count,
      ceil(extract(epoch from window_start) + ${windowSeconds}::int - extract(epoch from now()))::int as seconds_left`);
  if (counter !== undefined && counter.count > max) throw rateLimited(Math.max(1, counter.seconds_left));
}

/** The subject of an address: one IPv4, or an IPv6 network of /64, which one customer owns as a whole. */
export function addressSubject(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/i, '');
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tailGroups].slice(0, 4).join(':');
}
