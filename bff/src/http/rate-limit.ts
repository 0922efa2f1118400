import { type Sql, sql } from '../database/sql.ts';
import type { Services } from '../services.ts';
import { rateLimited } from './http-error.ts';

/** What is counted together: so many seconds from one full multiple of them on. */
export interface Window {
  name: string;
  windowSeconds: number;
}

export interface RateLimit extends Window {
  max: number;
}

interface Counter {
  count: number;
  seconds_left: number;
}

/** Counts one attempt of `subject` and throws 429 when its window is full. All processes share the count. */
export async function limitRate(services: Services, limit: RateLimit, subject: string): Promise<void> {
  const { count, seconds_left } = await countAttemptOf(services, limit, subject);
  if (count <= limit.max * services.config.RATE_LIMIT_FACTOR) return;
  throw rateLimited(Math.max(1, seconds_left));
}

/** Counts one attempt of `subject`, and answers with those of its window so far. */
export async function countAttemptOf(
  { database }: Services,
  { name, windowSeconds }: Window,
  subject: string,
): Promise<Counter> {
  return database.system.one<Counter>(sql`
    insert into rate_counters (key, window_start, count)
    values (${`${name}:${subject}`}, ${windowStart(windowSeconds)}, 1)
    on conflict (key, window_start) do update set count = rate_counters.count + 1
    returning count,
      ceil(extract(epoch from window_start) + ${windowSeconds}::int - extract(epoch from now()))::int as seconds_left`);
}

/** Takes an attempt back that turned out to be legitimate. */
export async function forgiveAttempt(
  { database }: Services,
  { name, windowSeconds }: Window,
  subject: string,
): Promise<void> {
  await database.system.run(sql`
    update rate_counters set count = greatest(count - 1, 0)
    where key = ${`${name}:${subject}`} and window_start = ${windowStart(windowSeconds)}`);
}

/** Begins the count of `subject` anew. */
export async function forgetAttempts(
  { database }: Services,
  { name }: Window,
  subject: string,
): Promise<void> {
  await database.system.run(sql`delete from rate_counters where key = ${`${name}:${subject}`}`);
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
