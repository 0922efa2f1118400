import { setTimeout as wait } from 'node:timers/promises';
import { settledBy } from './btcpay-events.ts';
import { checkBooks } from './check-books.ts';
import type { FaultPoint, Victim } from './fault-points.ts';
import { type MoneyWorld, monthOf } from './money-world.ts';
import * as activities from './round-activities.ts';

export interface RoundResult {
  /** Whether the fault point was reached. */
  isReached: boolean;
  /** Milliseconds from the kill to the first successful response; undefined if the server was not affected. */
  recovery: number | undefined;
  breaches: string[];
}

/** Seconds in which the portal reads what its webhooks have announced. */
const readingSeconds = 10;
/** Seconds in which a killed portal credits it; otherwise the poll does it later. */
const patience = 4;

/** Uses the portal in every way that moves money, kills something at the fault point, and checks the books afterwards. */
export async function runRound(
  world: MoneyWorld,
  index: number,
  point: FaultPoint,
  victim: Victim,
): Promise<RoundResult> {
  const { portal, random } = world;
  let recovering: Promise<number | undefined> | undefined;
  portal.proxies[point.source].arm(point, random.whole(0, point.mostSkips), () => {
    recovering = crash(world, point, victim);
    // Its failure is reported below.
    portal.recovering = recovering.catch(() => undefined);
  });
  const breaches: string[] = [];
  try {
    await useEverything(world, index, point);
  } catch (error) {
    breaches.push(error instanceof Error ? error.message : String(error));
  }
  // The server reads from the provider after it has accepted a webhook.
  await untilCredited(world, readingSeconds, () => recovering !== undefined);
  await portal.proxies[point.source].disarm();
  const recovery = await recovering;
  await untilCredited(world, patience);
  const truth = { log: world.log, settled: settledBy(world.btcpay), isFinal: false };
  breaches.push(...(await checkBooks(portal.database, truth)), ...(await auditProblems(world)));
  return { isReached: recovering !== undefined, recovery, breaches };
}

async function useEverything(world: MoneyWorld, index: number, { source, name }: FaultPoint): Promise<void> {
  const { random, payers } = world;
  const month = monthOf(world, index);
  const payer = payers[index % payers.length] ?? random.pick(payers);
  const isLate = random.chance(0.3);
  const months = Array.from({ length: payers.length }, (_, each) =>
    Math.max(0, index + each + (isLate ? -3 : 1)),
  );
  const isCanceled = name.startsWith('cancellation') || random.chance(0.2);
  const work = [
    activities.topUpByBank(world, isCanceled),
    activities.topUpByBank(world, false),
    activities.topUpByBank(world, false),
    activities.topUpByCrypto(world, month),
    activities.importStatement(world, index, month),
    activities.importCalls(world, payer, months),
    activities.closeMonth(world, index),
    ...(source === 'staff' || random.chance(0.15) ? [activities.actAsStaff(world)] : []),
  ];
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Kills what the round is about, starts the server again, and measures how long customers get no response. */
async function crash({ portal, payers }: MoneyWorld, { source }: FaultPoint, victim: Victim) {
  const killed = performance.now();
  const isBffKilled = victim === 'both' || (victim === 'process' && source === 'bff');
  const ended = [
    ...(victim === 'process' ? [] : [portal.stopDatabase()]),
    ...(victim === 'database' ? [] : [portal.killProcess(source)]),
    ...(isBffKilled ? [portal.killProcess('bff')] : []),
  ];
  await Promise.all(ended);
  if (isBffKilled) portal.startBff();
  if (!isBffKilled && victim === 'process') return undefined;
  const [payer] = payers;
  while (performance.now() - killed < 60_000) {
    const response = await payer?.client.get('/v1/accounts/profile').catch(() => undefined);
    if (response?.status === 200) return performance.now() - killed;
    await wait(20);
  }
  throw new Error('the portal did not recover within a minute');
}

/** Waits until all that the provider has settled is credited, at most `seconds`, and not if the wait is over before. */
export async function untilCredited(
  { portal, btcpay }: MoneyWorld,
  seconds: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  const wanted = settledBy(btcpay).map(({ invoice, id }) => `provider:btcpay:${invoice}:${id}`);
  while (performance.now() < deadline && !isOver()) {
    const missing = await portal.database
      .query(
        'select from unnest($1::text[]) key where not exists (select from journal_entries where event_key = key)',
        [wanted],
      )
      // The database may be stopped meanwhile.
      .catch(() => undefined);
    if (missing?.rows.length === 0) return;
    await wait(100);
  }
}

/** What `npm run billing -- audit` reports. */
export async function auditProblems({ portal }: MoneyWorld): Promise<string[]> {
  const run = await portal.command('staff', 'bff/src/modules/billing/billing.ts', ['audit']);
  return run.code === 0 ? [] : [`the audit reports: ${run.stdout}${run.stderr}`];
}
