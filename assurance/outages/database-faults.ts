// Restarts, stops and slows down the database under load, and lets slow reports use up their connections. The BFF under
// test reaches the embedded PostgreSQL of a second BFF through a proxy.
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '@portal/testbed/runner/portal-server';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { databaseServer } from './database-server.ts';
import { startSlowProxy } from './slow-proxy.ts';
import {
  addCustomers,
  type Customer,
  isDone,
  isRefusedProperly,
  percentile,
  readsWithoutTraffic,
  statusesOf,
  Traffic,
} from './traffic.ts';

const targets = { longestMs: 10_000, recoveryMs: 5_000 };
const stoppedMs = 12_000;
const delayMs = 5_000;
const faultMs = 15_000;
/** Traffic before a fault and after the recovery. */
const quietMs = 4_000;
const [users, reporters] = [8, 12];
const settings = { DEMO_ACCOUNT: 'false', LOG_LEVEL: 'fatal', BOT_CHECK: 'none', RATE_LIMIT_FACTOR: '1000' };

await withBff(
  async (keeper) => {
    const server = databaseServer(keeper.dataFolder);
    await using proxy = await startSlowProxy(server.port);
    await using tested = await startServer(
      () => ({ settings: { ...settings, DATABASE_URL: server.url(proxy.port) } }),
      { probe: '/healthz' },
    );
    const customers = await addCustomers(keeper, tested.url, users + reporters);
    const cases = [
      await underFault('restarted', tested.url, customers, async () => {
        server.kill();
        return server.untilAccepting();
      }),
      await underFault(`stopped for ${stoppedMs / 1000} s`, tested.url, customers, async () => {
        server.stop();
        await wait(stoppedMs);
        server.continue();
        return performance.now();
      }),
      await underFault(`slower by ${delayMs / 1000} s`, tested.url, customers, async () => {
        proxy.delay(delayMs);
        await wait(faultMs);
        proxy.delay(0);
        return performance.now();
      }),
      await whileReportsAreSlow(keeper, tested.url, customers),
      await exits({ 'the BFF under test': tested.url, 'the BFF with the database': keeper.url }),
    ];
    reportCases('database-faults', cases, [
      `${users} customers without a pause; targets: no response later than ${targets.longestMs / 1000} s, failures are 503 with Retry-After, reads work ${targets.recoveryMs / 1000} s after the database does, no process exits`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

/** Uses the portal before, during and after a fault, which returns when the database was back. */
async function underFault(
  name: string,
  url: string,
  customers: readonly Customer[],
  fault: () => Promise<number>,
): Promise<CheckCase> {
  const traffic = new Traffic(url);
  for (const customer of customers.slice(0, users)) traffic.use(customer);
  await wait(quietMs);
  const begin = performance.now();
  const back = await fault();
  await wait(targets.recoveryMs + quietMs);
  await traffic.stop();

  const { samples } = traffic;
  const before = samples.filter(({ started, time }) => started + time < begin);
  const failed = samples.filter((sample) => !isDone(sample));
  const failedReads = failed.filter(({ kind }) => kind === 'read');
  const recovery = Math.max(0, ...failedReads.map(({ started, time }) => started + time - back));
  const longest = percentile(samples, 1);
  const wrong = failed.filter((sample) => !isRefusedProperly(sample));
  const figures = `database away ${seconds(back - begin)}, ${samples.length} requests, ${failed.length} failed, longest ${seconds(longest)}, reads recovered after ${seconds(recovery)}`;
  const problems = [
    ...(before.length === 0 || before.some((sample) => !isDone(sample)) ? ['failures before the fault'] : []),
    ...(failed.length === 0 ? ['nothing failed: the fault proves nothing'] : []),
    ...(longest > targets.longestMs ? ['a request hung'] : []),
    ...(wrong.length > 0 ? [`failures without 503 and Retry-After: ${statusesOf(wrong)}`] : []),
    ...(recovery > targets.recoveryMs ? ['reads recovered too late'] : []),
    ...(failedReads.length > 0 && !samples.some((one) => one.started > back && isDone(one))
      ? ['nothing works afterwards']
      : []),
  ];
  return { name: `${name}: ${figures}`, problems };
}

/**
 * Lets every statement that reads calls wait, so that the reports of many customers use up their connections. An account
 * whose earlier report still waits gets 429.
 */
async function whileReportsAreSlow(
  { database }: CheckBff,
  url: string,
  customers: readonly Customer[],
): Promise<CheckCase> {
  const traffic = new Traffic(url);
  const lock = await database.connect();
  await lock.query('begin; lock table cdrs in access exclusive mode');
  for (const customer of customers.slice(users)) traffic.report(customer);
  await wait(quietMs);
  for (const customer of customers.slice(0, users)) traffic.use(customer, readsWithoutTraffic);
  await wait(faultMs);
  await traffic.stop();
  await lock.query('rollback');
  lock.release();

  const of = (kind: string) => traffic.samples.filter((sample) => sample.kind === kind);
  const reports = of('report');
  const others = traffic.samples.filter(({ kind }) => kind !== 'report');
  const failed = others.filter((sample) => !isDone(sample));
  const wrong = reports.filter((sample) => !isDone(sample) && !isRefusedProperly(sample, [429, 503]));
  const longest = percentile(traffic.samples, 1);
  const figures = (['login', 'payment', 'read'] as const).map(
    (kind) => `${of(kind).length} × ${kind} p99 ${seconds(percentile(of(kind), 0.99))}`,
  );
  const problems = [
    ...(reports.some(isDone) || reports.length === 0 ? ['the reports were not slow'] : []),
    ...(of('login').length === 0 ? ['nobody logged in'] : []),
    ...(failed.length > 0 ? [`other requests failed: ${statusesOf(failed)}`] : []),
    ...(wrong.length > 0 ? [`reports failed without 503 or 429 and Retry-After: ${statusesOf(wrong)}`] : []),
    ...(longest > targets.longestMs ? ['a request hung'] : []),
  ];
  return {
    name: `reports use up their connections: ${reports.length} reports fail, longest ${seconds(longest)}; ${figures.join(', ')}`,
    problems,
  };
}

/** Nothing restarts the processes, so one that responds has not exited. */
async function exits(urls: Record<string, string>): Promise<CheckCase> {
  const problems: string[] = [];
  for (const [name, url] of Object.entries(urls)) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.status !== 200) problems.push(`${name} has exited`);
  }
  return { name: 'no process has exited', problems };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
