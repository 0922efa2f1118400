// Kills the server, commands and the database at named moments while customers top up, statements, calls and webhooks arrive, and
// months close. A checker that reads the database and the log of acknowledgements finds nothing lost or doubled.
//   npm run bar -- money-under-kills [--rounds 30] [--seed 7]
import { parseArgs } from 'node:util';
import { percentile } from '../harness/percentile.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { damages, noticedDamages } from './book-mutations.ts';
import { settledBy } from './btcpay-events.ts';
import { checkBooks } from './check-books.ts';
import { type FaultPoint, faultPoints, type Victim } from './fault-points.ts';
import { auditProblems, type RoundResult, runRound, untilCredited } from './kill-round.ts';
import { type MoneyWorld, startMoneyWorld } from './money-world.ts';
import { importCalls, topUpByBank } from './round-activities.ts';
import { SeededRandom } from './seeded-random.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
/** A new database after so many: each closes a month, and calls are stored for thirteen. */
const roundsOfDatabase = 11;
/** Seconds in which the poll credits what a killed reading has left. */
const pollSeconds = 240;
/** Milliseconds to the first successful response, for 95 of 100 kills. */
const recoveryTarget = 3_000;

interface Round extends RoundResult {
  name: string;
  point: FaultPoint;
}

const started = performance.now();
const plan = planOf(rounds, new SeededRandom(seed));
const done: Round[] = [];
const cases: CheckCase[] = [];
/** The damages that no database contained anything for so far. */
const untried = new Set(damages);
for (let first = 0; first < rounds; first += roundsOfDatabase)
  await runDatabase(plan.slice(first, first + roundsOfDatabase), seed + first);
report();

/** Every fault point equally often, in a random order, with each victim in turn. */
function planOf(count: number, random: SeededRandom): { point: FaultPoint; victim: Victim }[] {
  const victims: readonly Victim[] = ['process', 'database', 'both'];
  const all = victims.flatMap((victim) => faultPoints.map((point) => ({ point, victim })));
  const plan: { point: FaultPoint; victim: Victim }[] = [];
  while (plan.length < count) plan.push(...random.shuffled(all));
  return plan.slice(0, count);
}

/** Runs some rounds over a new database, and then checks that the checker would have noticed what it did not find. */
async function runDatabase(planned: typeof plan, worldSeed: number): Promise<void> {
  const random = new SeededRandom(worldSeed);
  await using world = await startMoneyWorld(planned.length + 1, random);
  await prepare(world);
  for (const [index, { point, victim }] of planned.entries()) {
    const result = await runRound(world, index, point, victim);
    const number = done.length + 1;
    const name = `round ${number}, seed ${worldSeed}: ${point.name}, killed: ${victim}`;
    done.push({ ...result, name, point });
    const time = result.recovery === undefined ? '' : `, recovered in ${result.recovery.toFixed(0)} ms`;
    console.log(
      `${result.breaches.length === 0 ? 'ok  ' : 'FAIL'}  ${name}${time}${result.isReached ? '' : ', not reached'}`,
    );
    for (const breach of result.breaches) console.log(`        ${breach}`);
    if (result.breaches.length > 0) {
      console.log(world.portal.log());
      break;
    }
  }
  // Claimed readings are due again after a minute, which passes here.
  await world.portal.database.query(
    `update crypto_invoices set next_read_at = next_read_at - interval '1 minute'`,
  );
  await untilCredited(world, pollSeconds);
  const truth = { log: world.log, settled: settledBy(world.btcpay), isFinal: true };
  const breaches = [...(await checkBooks(world.portal.database, truth)), ...(await auditProblems(world))];
  const noticed =
    breaches.length === 0 ? await noticedDamages(world.portal.database, truth, [...untried]) : [];
  for (const { damage } of noticed) untried.delete(damage);
  const ofBooks: CheckCase = {
    name: `the books of seed ${worldSeed} after ${planned.length} rounds and the poll`,
    problems: breaches,
  };
  console.log(`${breaches.length > 0 ? 'FAIL' : 'ok  '}  ${ofBooks.name}, ${noticed.length} damages tried`);
  cases.push(ofBooks, ...noticed);
}

/** Top-ups whose money arrives in the first rounds, and calls of the first months. */
async function prepare(world: MoneyWorld): Promise<void> {
  for (let count = 0; count < 6; count += 1) await topUpByBank(world, false);
  for (const payer of world.payers) await importCalls(world, payer, [0, 1, 2, 3]);
}

function report(): void {
  const failed = done.filter(({ breaches }) => breaches.length > 0);
  const missed = done.filter(({ isReached }) => !isReached);
  const times = done.flatMap(({ recovery }) => recovery ?? []);
  const at = (share: number) => percentile(times, share);
  const reached = faultPoints.map(({ name }) => {
    const rounds = done.filter(({ point }) => point.name === name);
    return { name, rounds: rounds.length, count: rounds.filter(({ isReached }) => isReached).length };
  });
  const never = reached.filter(({ rounds, count }) => rounds > 0 && count === 0);
  const figure = `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms of ${times.length} recoveries, target p95 ${recoveryTarget} ms`;
  reportCases(
    'money-under-kills',
    [
      {
        name: `${done.length} rounds, nothing lost or doubled`,
        problems: failed.map(({ name, breaches }) => `${name}: ${breaches[0]}`),
      },
      {
        name: `${done.length - missed.length} of ${done.length} rounds reached their fault point, target 95 of 100`,
        problems: missed.length > done.length * 0.05 ? missed.map(({ name }) => name) : [],
      },
      {
        name: 'every fault point that was tried was reached',
        problems: never.map(({ name }) => name),
      },
      { name: `recovery: ${figure}`, problems: at(0.95) > recoveryTarget ? ['too slow'] : [] },
      ...cases,
      // Few rounds need not contain everything.
      ...(done.length < 60
        ? []
        : [...untried].map((name) => ({ name: `damage: ${name}`, problems: ['nothing to damage'] }))),
    ],
    [
      ...reached.map(({ name, rounds, count }) => `${String(count).padStart(3)} of ${rounds} × ${name}`),
      `seed ${seed}, ${((performance.now() - started) / 60_000).toFixed(1)} minutes`,
    ],
  );
}
