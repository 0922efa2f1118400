import { expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { testPortal } from '../testing/test-portal.ts';
import { forgiveAttempt, limitRate } from './rate-limit.ts';

const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const limit = { name: 'test', max: 5, windowSeconds: 100 };
let subject = 0;

/** Creates a subject that has used all its attempts. */
async function exhausted() {
  subject += 1;
  const name = String(subject);
  const attempt = () => limitRate(portal.context, limit, name);
  for (let count = 0; count < limit.max; count += 1) await attempt();
  return { name, attempt };
}

/** Moves all counted attempts into the past. */
async function passSeconds(seconds: number): Promise<void> {
  await portal.database.pool.query('update rate_counters set window_start = window_start - $1::interval', [
    `${seconds} seconds`,
  ]);
}

test('no window exceeds the limit, wherever it starts', async () => {
  const { attempt } = await exhausted();
  await passSeconds(90);
  await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' });
  await passSeconds(20);
  await attempt();
});

test('returns when the next attempt is possible', async () => {
  const { attempt } = await exhausted();
  const refusal = await attempt().catch((error) => error);
  const seconds = refusal.details.params.retry_after_seconds;
  expect(seconds).toBeGreaterThan(99);
  expect(seconds).toBeLessThanOrEqual(110);
  await passSeconds(seconds);
  await attempt();
});

test('does not count refused attempts', async () => {
  const { attempt } = await exhausted();
  for (let count = 0; count < 20; count += 1) await attempt().catch(() => undefined);
  await passSeconds(110);
  for (let count = 0; count < limit.max; count += 1) await attempt();
});

test('stores nothing for attempts that are forgiven', async () => {
  const rows = async (name: string) =>
    (await portal.database.system.query(sql`select 1 from rate_counters where key = ${`test:${name}`}`))
      .length;
  await limitRate(portal.context, limit, 'forgiven');
  expect(await rows('forgiven')).toBe(1);
  await forgiveAttempt(portal.context, limit, 'forgiven');
  expect(await rows('forgiven')).toBe(0);
  await forgiveAttempt(portal.context, limit, 'forgiven');
  await limitRate(portal.context, limit, 'forgiven');
  await limitRate(portal.context, limit, 'forgiven');
  await forgiveAttempt(portal.context, limit, 'forgiven');
  expect(await rows('forgiven')).toBe(1);
});

test('does not count forgiven attempts, in an earlier slice of the window either', async () => {
  const { name, attempt } = await exhausted();
  await passSeconds(30);
  await forgiveAttempt(portal.context, limit, name);
  await attempt();
  await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('allows no more than the limit of parallel attempts', async () => {
  const attempts = Array.from({ length: 30 }, () => limitRate(portal.context, limit, 'crowd'));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});
