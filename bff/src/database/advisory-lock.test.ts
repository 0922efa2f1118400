import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase } from '../testing/test-database.ts';
import { withAdvisoryLock } from './advisory-lock.ts';
import { DatabaseUnavailable } from './connections.ts';
import type { Database } from './database.ts';
import { sql } from './sql.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const key = 1;
const never = 2 ** 30;

test('reports that another process holds the lock, and waits for it', async () => {
  const isReported = Promise.withResolvers<string>();
  const order: string[] = [];
  const waiting = Promise.withResolvers<void>();
  const first = withAdvisoryLock(database, { key, report: isReported.reject }, async () => {
    waiting.resolve();
    expect(await isReported.promise).toContain('waits for another process that applies migrations');
    order.push('first');
  });
  await waiting.promise;
  await withAdvisoryLock(database, { key, report: isReported.resolve, reportAfterMs: 1 }, async () => {
    order.push('second');
  });
  await first;
  expect(order).toEqual(['first', 'second']);
});

test('a process that is suspended while it holds the lock loses it', async () => {
  const holds = Promise.withResolvers<void>();
  const isTaken = Promise.withResolvers<void>();
  const suspended = withAdvisoryLock(database, { key, idleSeconds: 1, pulseMs: never }, async () => {
    holds.resolve();
    await isTaken.promise;
  });
  suspended.catch(() => undefined);
  await holds.promise;
  await withAdvisoryLock(database, { key }, async () => isTaken.resolve());
  await expect(suspended).rejects.toThrow(DatabaseUnavailable);
});

test('a process that works for long keeps the lock, because it sends statements meanwhile', async () => {
  await withAdvisoryLock(database, { key, pulseMs: 10 }, async (lock) => {
    const { pid, idle } = await lock.one<{ pid: number; idle: string }>(sql`
      select pg_backend_pid() as pid, current_setting('idle_in_transaction_session_timeout') as idle`);
    expect(idle).toBe('54s');
    const lastStatement = () =>
      database.system.one(sql`select query_start from pg_stat_activity where pid = ${pid}`);
    const before = await lastStatement();
    while (JSON.stringify(await lastStatement()) === JSON.stringify(before)) await sleep(20);
  });
});
