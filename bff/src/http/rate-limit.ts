import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { rateLimited } from '../errors/http-error.ts';

/** A sliding window: counts the attempts of the last `windowSeconds`. */
export interface Window {
  name: string;
  windowSeconds: number;
}

export interface RateLimit extends Window {
  max: number;
}

/** The database that counts attempts. */
interface Counters {
  database: Pick<Database, 'system'>;
}

export interface FactoredCounters extends Counters {
  config: Pick<Config, 'RATE_LIMIT_FACTOR'>;
}

interface Count {
  count: number;
  /** Seconds until the oldest counted attempt leaves the window. */
  seconds_left: number;
}

/** A window slides in tenths. Slices that it touches partly count completely, so no window ever exceeds the limit. */
const slices = 10;

/** Counts an attempt of `subject`, or several. Throws 429 when its window is full. All processes share the count. */
export async function limitRate(
  context: FactoredCounters,
  limit: RateLimit,
  subject: string,
  attempts = 1,
): Promise<void> {
  const seconds = await secondsUntilFree(context, limit, subject, attempts);
  if (seconds > 0) throw rateLimited(seconds);
}

/** The same for work without a response: returns false when the window is full. */
export async function isWithinRate(
  context: FactoredCounters,
  limit: RateLimit,
  subject: string,
): Promise<boolean> {
  return (await secondsUntilFree(context, limit, subject)) === 0;
}

/**
 * Counts one attempt against several limits. Throws 429 when one is reached; the attempt then counts against none, so that one
 * subject does not use up the limit of others.
 */
export async function limitRates(
  context: FactoredCounters,
  limits: readonly (readonly [RateLimit, string])[],
): Promise<void> {
  const counted: (readonly [RateLimit, string])[] = [];
  try {
    for (const one of limits) {
      await limitRate(context, ...one);
      counted.push(one);
    }
  } catch (error) {
    for (const one of counted) await forgiveAttempt(context, ...one);
    throw error;
  }
}

/** Counts attempts and returns 0, or the seconds until their full window has a place again. */
async function secondsUntilFree(
  context: FactoredCounters,
  limit: RateLimit,
  subject: string,
  attempts = 1,
): Promise<number> {
  const { count, seconds_left } = await countAttemptOf(context, limit, subject, attempts);
  if (count <= limit.max * context.config.RATE_LIMIT_FACTOR) return 0;
  // A refused attempt does not count: repeated attempts do not extend the lock.
  await forgiveAttempt(context, limit, subject, attempts);
  return Math.max(1, seconds_left);
}

/** Throws 429 if the window of `subject` is full. Counts nothing. */
export async function refuseExhausted(
  { database, config }: FactoredCounters,
  { name, windowSeconds, max }: RateLimit,
  subject: string,
): Promise<void> {
  const sliceSeconds = Math.ceil(windowSeconds / slices);
  const { count, seconds_left } = await database.system.one<Count>(sql`
    select coalesce(sum(count), 0)::int as count,
      coalesce(ceil(extract(epoch from min(window_start) - now()) + ${windowSeconds + sliceSeconds}::int), 0)::int as seconds_left
    from rate_counters
    where key = ${`${name}:${subject}`} and count > 0
      and window_start > now() - make_interval(secs => ${windowSeconds + sliceSeconds})`);
  if (count >= max * config.RATE_LIMIT_FACTOR) throw rateLimited(Math.max(1, seconds_left));
}

/** Counts an attempt of `subject`, or several, and returns the attempts of its window so far. */
export async function countAttemptOf({ database }: Counters, window: Window, subject: string, attempts = 1) {
  const { name, windowSeconds } = window;
  const key = `${name}:${subject}`;
  const sliceSeconds = Math.ceil(windowSeconds / slices);
  return database.system.one<Count>(sql`
    with present as (
      insert into rate_counters (key, window_start, count, expires_at)
      values (${key}, ${sliceStart(sliceSeconds)}, ${attempts}::int, now() + make_interval(secs => ${windowSeconds + sliceSeconds}))
      on conflict (key, window_start) do update set count = rate_counters.count + excluded.count
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

/**
 * Removes the latest attempt of `subject`, or several, from the count, because it was legitimate or refused. A count without attempts
 * is deleted: anybody can send refused attempts for any number of addresses.
 */
export async function forgiveAttempt(
  { database }: Counters,
  { name }: Window,
  subject: string,
  attempts = 1,
) {
  const key = `${name}:${subject}`;
  const latest = sql`(select max(window_start) from rate_counters where key = ${key} and count > 0)`;
  const deleted = await database.system.run(sql`
    delete from rate_counters where key = ${key} and count <= ${attempts}::int and window_start = ${latest}`);
  if (deleted > 0) return;
  await database.system.run(sql`
    update rate_counters set count = count - ${attempts}::int
    where key = ${key} and count > 0
      and window_start = ${latest}`);
}

/** Resets the count of `subject`. */
export async function resetAttempts({ database }: Counters, { name }: Window, subject: string) {
  await database.system.run(sql`delete from rate_counters where key = ${`${name}:${subject}`}`);
}

function sliceStart(seconds: number): Sql {
  return sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`;
}

/** The subject of a network address: an IPv4 address, or an IPv6 /64 network, which belongs to one customer. */
export function addressSubject(ip: string): string {
  return isIpv6(ip) ? prefix(ip, 4) : ip.replace(/^::ffff:/i, '');
}

/** The IPv6 /48 network of an address, which one customer may own as well; undefined for IPv4. */
export function networkSubject(ip: string): string | undefined {
  return isIpv6(ip) ? prefix(ip, 3) : undefined;
}

/**
 * The limits of a network address: its own and, for IPv6, that of the /48, which has 65,536 networks that count as one address each and may
 * belong to one customer.
 */
export function limitsOfAddress(
  ip: string,
  byAddress: RateLimit,
  byNetwork: RateLimit,
): (readonly [RateLimit, string])[] {
  const network = networkSubject(ip);
  return [[byAddress, addressSubject(ip)], ...(network === undefined ? [] : [[byNetwork, network] as const])];
}

function isIpv6(ip: string): boolean {
  return ip.includes(':') && !ip.includes('.');
}

/** Returns the first groups of an IPv6 address; a group has 16 bits. */
function prefix(ip: string, count: number): string {
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tailGroups.length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tailGroups].slice(0, count).join(':');
}
