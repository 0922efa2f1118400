// Lets one customer send the most expensive requests on fifty connections without a pause, while another uses the portal.
// Quiet and noisy rounds alternate, so that other work on the machine affects both alike. Production limits
// (RATE_LIMIT_FACTOR 1).
import { setTimeout as wait } from 'node:timers/promises';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer } from '../harness/bff-customer.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { startFlood } from './flood.ts';

const connections = 50;
const rounds = 5;
const roundSeconds = 8;
/** The noisy p99 may be this many times the quiet p99. */
const targetFactor = 2;

interface Attack {
  name: string;
  paths: readonly string[];
  client: BffClient;
}

await withBff(async (bff) => {
  const neighbour = await addCustomer(bff.url);
  const neighbourService = await addService(neighbour.client, 'voicing');
  const busy = await addCustomer(bff.url);
  const voicing = await addService(busy.client, 'voicing');
  const messaging = await addService(busy.client, 'messaging');
  await fillYear(bff, { voicing, messaging });
  const empty = await addCustomer(bff.url);
  const emptyServices = {
    voicing: await addService(empty.client, 'voicing'),
    messaging: await addService(empty.client, 'messaging'),
  };

  const cases: CheckCase[] = [];
  for (const attack of [
    attackOf('a customer with a year of traffic', busy, { voicing, messaging }),
    attackOf('a free, empty account', empty, emptyServices),
  ])
    cases.push(...(await compare(attack, () => useOnce(bff.url, neighbour, neighbourService))));
  reportCases('noisy-neighbour', cases, [
    `${connections} connections, ${rounds} noisy and ${rounds} quiet rounds of ${roundSeconds} s each; target: noisy p99 at most ${targetFactor} times quiet p99`,
  ]);
});

function attackOf(
  name: string,
  { client }: BffCustomer,
  { voicing, messaging }: { voicing: string; messaging: string },
): Attack {
  const [today, month] = [day(0), day(-91)];
  const year = `start_date=${day(-365)}&end_date=${today}`;
  const history = `start_date=${month}&end_date=${today}`;
  const paths = [
    `/v1/services/${voicing}/stats?${year}&filter=hour`,
    `/v1/services/${voicing}/stats?${year}&filter=country,destination`,
    `/v1/services/${voicing}/cdr?${history}&order=-price`,
    `/v1/services/${voicing}/cdr?${history}&number_to=*99`,
    `/v1/services/${messaging}/stats?${history}&filter=a`,
    `/v1/services/${messaging}/report?${year}&group_by=day,country,operator,sender`,
  ];
  return { name, paths, client };
}

/** Measures a neighbour's requests with and without the attack: one case for each of them. */
async function compare(attack: Attack, use: () => Promise<Map<string, number>>): Promise<CheckCase[]> {
  const times = { quiet: new Map<string, number[]>(), noisy: new Map<string, number[]>() };
  const answers = new Map<number, number>();
  for (let round = 0; round < rounds; round += 1) {
    await measure(use, times.quiet);
    const { client, paths } = attack;
    const flood = await startFlood({ url: client.url, cookies: client.cookies, paths, connections });
    await measure(use, times.noisy);
    for (const [status, count] of await flood.stop()) answers.set(status, (answers.get(status) ?? 0) + count);
  }
  const counts = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  const refused = answers.get(429) ?? 0;
  const wrong = [...answers.keys()].filter((status) => status !== 200 && status !== 429);
  return [
    {
      name: `${attack.name} gets ${counts}`,
      problems: [
        ...(refused > 0 ? [] : ['nothing was refused: the attack proves nothing']),
        ...wrong.map((status) => `returned ${status}`),
      ],
    },
    ...[...times.quiet].map(([request, quiet]) => {
      const [before, after] = [p99(quiet), p99(times.noisy.get(request) ?? [])];
      const factor = after / before;
      return {
        name: `${attack.name}: ${request} of another takes ${before.toFixed(1)} → ${after.toFixed(1)} ms (p99 of ${quiet.length} and ${times.noisy.get(request)?.length}), ${factor.toFixed(2)} times`,
        problems: factor <= targetFactor ? [] : [`target at most ${targetFactor}`],
      };
    }),
  ];
}

async function measure(use: () => Promise<Map<string, number>>, into: Map<string, number[]>): Promise<void> {
  const end = performance.now() + roundSeconds * 1000;
  while (performance.now() < end) {
    for (const [request, time] of await use()) into.set(request, [...(into.get(request) ?? []), time]);
    await wait(10);
  }
}

/** Uses the portal as a customer does. Returns the milliseconds of each request. */
async function useOnce(
  url: string,
  { client, email, password }: BffCustomer,
  service: string,
): Promise<Map<string, number>> {
  const { device } = client.cookies;
  // Without the session, which a login would end.
  const browser = new BffClient(url, device === undefined ? {} : { device });
  const steps = {
    profile: () => client.get('/v1/accounts/profile'),
    balance: () => client.get(`/v1/services/${service}/balance`),
    'call history': () => client.get(`/v1/services/${service}/cdr`),
    login: () => browser.post('/v1/users/login', { email, password }),
  };
  const times = new Map<string, number>();
  for (const [request, send] of Object.entries(steps)) {
    const { status, time, text } = await send();
    if (status >= 300) throw new Error(`${request} of the neighbour returned ${status}: ${text}`);
    times.set(request, time);
  }
  // Not measured: more sessions than an account may have would end the neighbour's own.
  await browser.post('/v1/accounts/access:logout');
  browser.close();
  return times;
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

/** Writes a year of traffic: 300,000 calls and 200,000 messages. */
async function fillYear(
  { database }: CheckBff,
  { voicing, messaging }: { voicing: string; messaging: string },
): Promise<void> {
  await database.query(`select ensure_month_partition(parent::regclass, now() - make_interval(months => month))
    from unnest(array['cdrs', 'messages']) parent, generate_series(0, 13) month`);
  await database.query(
    `insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to, country,
       destination, result, duration_seconds, billed_seconds, pdd_ms, price)
     select account_id, service_id, moment, 'cdr_' || number, 'call-' || number, 'outbound', moment + interval '60 s',
       '+3726001200', '+4930' || lpad((number % 1000000)::text, 7, '0'), (array['de', 'fr', 'lv'])[1 + number % 3],
       'Destination ' || number % 500, 'answered', 60, 60, number % 3000, 0.012
     from services, generate_series(1, 300000) number,
       lateral (select now() - make_interval(secs => number * 100) as moment) times
     where service_id = $1`,
    [voicing],
  );
  await database.query(
    `insert into messages (account_id, service_id, created, message_id, direction, sender, recipient, country, operator,
       status, latency_ms, parts, encoding, characters, unit_price, price)
     select account_id, service_id, moment, 'msg_' || number, 'outbound', 'SENDER' || number % 50, '+3725' ||
       lpad((number % 1000000)::text, 7, '0'), (array['de', 'fr', 'lv'])[1 + number % 3], 'Operator ' || number % 20,
       'delivered', number % 9000, 1, 'gsm7', 90, 0.039, 0.039
     from services, generate_series(1, 200000) number,
       lateral (select now() - make_interval(secs => number * 150) as moment) times
     where service_id = $1`,
    [messaging],
  );
  await database.query('analyze cdrs, messages');
}
