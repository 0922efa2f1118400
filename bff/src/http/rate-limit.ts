import { type Sql, sql } from '../database/sql.ts';
import type { Services } from '../services.ts';
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

/** Counts one attempt of `subject` and throws 429 when its window is full. All processes share the count. */
export async function limitRate(
  { database, config }: Services,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  const { name, max, windowSeconds } = limit;
  const counter = await database.system.one<Counter>(sql`
    insert into rate_counters (key, window_start, count)
    values (${`${name}:${subject}`}, ${windowStart(windowSeconds)}, 1)
    on conflict (key, window_start) do update set count = rate_counters.count + 1
    returning count,
      ceil(extract(epoch from window_start) + ${windowSeconds}::int - extract(epoch from now()))::int as seconds_left`);
  if (counter.count <= max * config.RATE_LIMIT_FACTOR) return;
  throw rateLimited(Math.max(1, counter.seconds_left));
}

/** Takes an attempt back that turned out to be legitimate. */
export async function forgiveAttempt(
  { database }: Services,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  const { name, windowSeconds } = limit;
  await database.system.run(sql`
    update rate_counters set count = greatest(count - 1, 0)
    where key = ${`${name}:${subject}`} and window_start = ${windowStart(windowSeconds)}`);
}

function windowStart(seconds: number): Sql {
  return sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`;
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
