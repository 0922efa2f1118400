// Sends generated requests to every endpoint of the contract, signed in, with an account's token and anonymous: plausible ones, ones with hostile
// values, and ones with a wrong transport. No request may fail, and every response must be one of the contract.
import { parseArgs } from 'node:util';
import type { EndpointId } from '@portal/contract/endpoints';
import { demo } from '@portal/testbed/fixtures/account';
import { waitFor } from '@portal/testbed/runner/concurrency';
import fc from 'fast-check';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';
import { endpointTable } from '../harness/live-requests.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { collectable, residentMegabytes, useAllThreads } from '../load/server-memory.ts';
import { createCustomer, type Exchange, type FuzzingCustomer } from './fuzzing-customer.ts';
import { requestPlans } from './request-plans.ts';
import { judge, type Outcome } from './response-problems.ts';
import { sweepPlans } from './sweep-plans.ts';

const least = { requests: 20_000, handledShare: 0.5, ofPrograms: 300 };
const maxLimitedShare = 0.01;
const steps: readonly EndpointId[] = ['acceptDpu', 'loginOtp', 'enableTwoFactor', 'renewRecoveryCodes'];
const withoutSession = endpointTable.flatMap(([id, { access }]) =>
  access === 'anonymous' || access === 'credentials' ? [id] : [],
);
const programEndpoints = endpointTable.flatMap(([id, { accountApi }]) => (accountApi ? [id] : []));
const maxGrowthMegabytes = 50;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { seed: { type: 'string' }, requests: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const count = Number(values.requests ?? least.requests);

interface Tally {
  outcomes: Map<Outcome, number>;
  /** Successful requests by endpoint. */
  succeeded: Map<string, number>;
  problems: Map<string, string[]>;
  /** Successful requests of a program with an account's token. */
  ofPrograms: number;
}

await withBff(
  async (bff) => {
    console.log(`seed ${seed}: repeat the same requests with --seed ${seed}\n`);
    const lanes = await openLanes(bff);
    const tally: Tally = { outcomes: new Map(), succeeded: new Map(), problems: new Map(), ofPrograms: 0 };
    await sweep(lanes, tally);
    // The first half of the requests compiles code and fills caches and pools.
    await run(lanes, { share: 0.45, seed }, tally);
    await useAllThreads(bff);
    const before = await residentMegabytes(bff);
    await run(lanes, { share: 0.4, seed: seed + 1 }, tally);
    const growth = (await residentMegabytes(bff)) - before;
    // Only a few more requests: with the bot check, most forms are refused before their handlers.
    await bff.restart({ BOT_CHECK: 'altcha' });
    await run(lanes, { share: 0.08, seed: seed + 2 }, tally);
    await untilIdle(bff);
    report(tally, { growth, failedJobs: await failedJobs(bff) });
    for (const { customer } of lanes) customer.close();
  },
  {
    RATE_LIMIT_FACTOR: '100000',
    DEMO_ACCOUNT: 'true',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    // No request may return 503, not even on a busy machine.
    DATABASE_TIMEOUT_SECONDS: '60',
    NODE_OPTIONS: collectable,
  },
);

interface Lane {
  customer: FuzzingCustomer;
  /** Its part of all requests. */
  share: number;
  /** Whether the customer has everything that an account can have. */
  isComplete?: true;
  isProgram?: true;
  /** Endpoints for which this customer's sessions are made. */
  favoured?: readonly EndpointId[];
}

/** Customers of different states, each with requests of its own. */
async function openLanes(bff: CheckBff): Promise<Lane[]> {
  const [usual, program, bare, limited] = [
    await addCustomer(bff.url),
    await addCustomer(bff.url),
    await addCustomer(bff.url, { isBare: true }),
    await addCustomer(bff.url),
  ];
  for (const { client } of [usual, program]) {
    await addService(client, 'voicing');
    await addService(client, 'messaging');
  }
  const lanes: Lane[] = [
    { share: 0.1, favoured: withoutSession, customer: await createCustomer(bff) },
    { share: 0.3, isComplete: true, customer: await createCustomer(bff, { account: demo }) },
    { share: 0.3, isComplete: true, customer: await createCustomer(bff, { account: usual }) },
    {
      share: 0.1,
      isProgram: true,
      favoured: programEndpoints,
      customer: await createCustomer(bff, { account: program, isProgram: true }),
    },
    { share: 0.1, customer: await createCustomer(bff, { account: bare }) },
    {
      share: 0.1,
      favoured: steps,
      customer: await createCustomer(bff, { account: limited, isLimited: true }),
    },
  ];
  for (const { customer } of lanes) await customer.logIn();
  return lanes;
}

/** Sends every dangerous value in every member, as customers whose requests reach the handlers. */
async function sweep(lanes: readonly Lane[], tally: Tally): Promise<void> {
  const complete = lanes.filter(({ isComplete }) => isComplete);
  for (const [index, plan] of sweepPlans(seed).entries()) {
    const lane = complete[index % complete.length];
    if (lane !== undefined) record(tally, await lane.customer.exchange(plan));
  }
}

async function run(lanes: readonly Lane[], part: { share: number; seed: number }, tally: Tally) {
  await Promise.all(
    lanes.map(async ({ customer, share, favoured, isProgram }, index) => {
      const numRuns = Math.ceil(count * part.share * share);
      const plans = fc.sample(requestPlans(favoured), { numRuns, seed: part.seed * lanes.length + index });
      for (const plan of plans) {
        const outcome = record(tally, await customer.exchange(plan));
        if (isProgram && outcome === 'succeeded') tally.ofPrograms += 1;
      }
    }),
  );
}

function record({ outcomes, succeeded, problems }: Tally, exchange: Exchange): Outcome {
  const { outcome, problems: found } = judge(exchange);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const { plan, sent } = exchange;
  if (outcome === 'succeeded') succeeded.set(plan.id, (succeeded.get(plan.id) ?? 0) + 1);
  for (const problem of found) {
    const example = `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 200)} ${JSON.stringify(plan.headers).slice(0, 150)}`;
    const name = `${plan.id}: ${problem}`;
    problems.set(name, [...(problems.get(name) ?? []), example].slice(0, 3));
  }
  return outcome;
}

/** Waits until every job has run at least once, because mails and tax checks read what the requests have stored. */
async function untilIdle({ database }: CheckBff): Promise<void> {
  await waitFor(
    'jobs were still waiting',
    async () => {
      const { rows } = await database.query<{ waiting: number }>(
        "select count(*)::int as waiting from pgboss.job where state in ('created', 'active') and start_after <= now()",
      );
      return rows[0]?.waiting === 0 || undefined;
    },
    300,
  );
}

/** Names of jobs that have failed. */
async function failedJobs({ database }: CheckBff): Promise<string[]> {
  const { rows } = await database.query<{ name: string; count: number; output: unknown }>(
    "select name, count(*)::int as count from pgboss.job where state in ('retry', 'failed') group by name",
  );
  return rows.map(({ name, count }) => `${count} jobs "${name}" failed`);
}

interface Measured {
  /** Megabytes. */
  growth: number;
  failedJobs: string[];
}

function report(
  { outcomes, succeeded, problems, ofPrograms }: Tally,
  { growth, failedJobs }: Measured,
): void {
  const of = (outcome: Outcome) => outcomes.get(outcome) ?? 0;
  const sent = [...outcomes.values()].reduce((sum, some) => sum + some, 0);
  const handled = of('succeeded') + of('refused by the handler');
  const percent = (part: number) => `${((100 * part) / sent).toFixed(1)} %`;
  const demand = (name: string, isMet: boolean): CheckCase => ({ name, problems: isMet ? [] : ['missed'] });
  const ofEndpoints = endpointTable.map(([id]): CheckCase => {
    const found = [...problems].filter(([name]) => name.startsWith(`${id}: `));
    const times = succeeded.get(id) ?? 0;
    return {
      name: `${id}: ${times} requests succeeded`,
      problems: [
        ...(times > 0 ? [] : ['none succeeded, so the handler was not tried']),
        ...found.map(([name, examples]) => `${name}, for example ${examples[0]}`),
      ],
    };
  });
  const cases = [
    ...ofEndpoints,
    demand(`${sent} requests; target at least ${least.requests}`, sent >= least.requests),
    demand(
      `${percent(handled)} ran a handler; target at least ${100 * least.handledShare} %`,
      handled >= sent * least.handledShare,
    ),
    demand(
      `${percent(of('refused by a rate limit'))} refused by a rate limit; target at most ${100 * maxLimitedShare} %`,
      of('refused by a rate limit') <= sent * maxLimitedShare,
    ),
    demand(
      `${ofPrograms} requests with an account's token succeeded; target at least ${least.ofPrograms}`,
      ofPrograms >= least.ofPrograms,
    ),
    { name: 'background jobs', problems: failedJobs },
    demand(
      `memory of the server grew in the second half by ${growth.toFixed(0)} MB; target at most ${maxGrowthMegabytes} MB`,
      growth <= maxGrowthMegabytes,
    ),
  ];
  const notes = [...outcomes].map(([outcome, times]) => `${times} ${outcome} (${percent(times)})`);
  reportCases('request-fuzzing', cases, [...notes, `seed ${seed}`]);
}
