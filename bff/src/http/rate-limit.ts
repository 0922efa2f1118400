import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { rateLimited } from '../errors/http-error.ts';

/** What is counted together: the attempts of the last so many seconds, at any moment. */
export interface Window {
  name: string;
  windowSeconds: number;
}

export interface RateLimit extends Window {
  max: number;
}

/** Where attempts are counted, and by how much the limits are multiplied. */
interface Counters {
  config: Pick<Config, 'RATE_LIMIT_FACTOR'>;
  database: Pick<Database, 'system'>;
}

interface Counter {
  count: number;
  /** Until the oldest of the counted attempts is one no more. */
  seconds_left: number;
}

/** A window slides by a tenth of itself. Slices that it touches count as a whole, so that none of it ever holds more. */
const slices = 10;

/** Counts one attempt of `subject` and throws 429 when its window is full. All processes share the count. */
export async function limitRate(context: Counters, limit: RateLimit, subject: string): Promise<void> {
  const { count, seconds_left } = await countAttemptOf(context, limit, subject);
  if (count <= limit.max * context.config.RATE_LIMIT_FACTOR) return;
  // What was refused is no attempt: whoever goes on trying keeps nobody out for longer.
  await forgiveAttempt(context, limit, subject);
  throw rateLimited(Math.max(1, seconds_left));
}

/** Counts one attempt of `subject`, and answers with those of its window so far. */
export async function countAttemptOf(
  { database }: Pick<Counters, 'database'>,
  { name, windowSeconds }: Window,
  subject: string,
): Promise<Counter> {
  const key = `${name}:${subject}`;
  const sliceSeconds = Math.ceil(windowSeconds / slices);
  return database.system.one<Counter>(sql`
    with present as (
      insert into rate_counters (key, window_start, count) values (${key}, ${sliceStart(sliceSeconds)}, 1)
      on conflict (key, window_start) do update set count = rate_counters.count + 1
      returning window_start, count
    ), earlier as (
      select coalesce(sum(count), 0) as count, min(window_start) filter (where count > 0) as since
      from rate_counters
      where key = ${key} and window_start < ${sliceStart(sliceSeconds)}
        and window_start > now() - make_interval(secs => ${windowSeconds + sliceSeconds})
    )
    select (present.count + earlier.count)::int as count,
      ceil(extract(epoch from coalesce(since, window_start) - now()) + ${windowSeconds + sliceSeconds}::int)::int as seconds_left
    from present, earlier`);
}

/** Takes the latest attempt of `subject` back: it turned out to be legitimate. */
export async function forgiveAttempt(
  { database }: Pick<Counters, 'database'>,
  { name }: Window,
  subject: string,
): Promise<void> {
  const key = `${name}:${subject}`;
  await database.system.run(sql`
    update rate_counters set count = count - 1
    where key = ${key} and count > 0
      and window_start = (select max(window_start) from rate_counters where key = ${key} and count > 0)`);
}

/** Begins the count of `subject` anew. */
export async function forgetAttempts(
  { database }: Pick<Counters, 'database'>,
  { name }: Window,
  subject: string,
): Promise<void> {
  await database.system.run(sql`delete from rate_counters where key = ${`${name}:${subject}`}`);
}

function sliceStart(seconds: number): Sql {
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
