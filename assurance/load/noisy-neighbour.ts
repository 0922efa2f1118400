// Lets one customer send the most expensive requests on fifty connections without a pause, while another uses the portal.
// Quiet and noisy rounds alternate, so that other work on the machine affects both alike. Production limits
// (RATE_LIMIT_FACTOR 1).
import { setTimeout as wait } from 'node:timers/promises';
import { withBff } from '../harness/bff.ts';
import { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer } from '../harness/bff-customer.ts';
import { percentile } from '../harness/percentile.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { addExpensiveCustomers, type ExpensiveCustomer } from './expensive-customer.ts';
import { type FloodRequest, startFlood } from './flood.ts';

const connections = 50;
const rounds = 5;
const roundSeconds = 8;
/** The noisy p99 may be this many times the quiet p99. */
const targetFactor = 2;

const year = `start_date=${day(-365)}&end_date=${day(0)}`;
const history = `start_date=${day(-91)}&end_date=${day(0)}`;
/** Less than 10,000 messages, the most that a workbook can have. */
const workbook = `start_date=${day(-13)}&end_date=${day(0)}`;

interface Attack {
  name: string;
  client: BffClient;
  requests: readonly FloodRequest[];
}

type Services = Pick<ExpensiveCustomer, 'voicing' | 'messaging'>;

let logins = 0;

await withBff(async (bff) => {
  const neighbour = await addCustomer(bff.url);
  const neighbourService = await addService(neighbour.client, 'voicing');
  // One for each attack, because each may have saved up some seconds of work.
  const [reader, printer] = await addExpensiveCustomers(bff, 2);
  if (reader === undefined || printer === undefined) throw new Error('a customer is missing');
  const { client } = await addCustomer(bff.url);
  const services = {
    voicing: await addService(client, 'voicing'),
    messaging: await addService(client, 'messaging'),
  };

  const attacks: Attack[] = [
    { name: 'a year of traffic', client: reader.client, requests: reportsOf(reader) },
    { name: 'a year of documents', client: printer.client, requests: documentsOf(printer) },
    { name: 'lists of documents', client: printer.client, requests: listsOf(printer) },
    {
      name: 'a free, empty account',
      client,
      requests: [...reportsOf(services), ...statementsOf(services)],
    },
  ];
  const cases: CheckCase[] = [];
  for (const attack of attacks)
    cases.push(...(await compare(attack, () => useOnce(bff.url, neighbour, neighbourService))));
  reportCases('noisy-neighbour', cases, [
    `${connections} connections, ${rounds} noisy and ${rounds} quiet rounds of ${roundSeconds} s each; target: noisy p99 at most ${targetFactor} times quiet p99`,
  ]);
});

/** Reports, histories and exports. */
function reportsOf({ voicing, messaging }: Services): FloodRequest[] {
  return [
    `/v1/services/${voicing}/stats?${year}&filter=hour`,
    `/v1/services/${voicing}/stats?${year}&filter=country,destination`,
    `/v1/services/${voicing}/cdr?${history}&order=-price`,
    `/v1/services/${voicing}/cdr?${history}&number_to=*99`,
    `/v1/services/${messaging}/stats?${history}&filter=a`,
    `/v1/services/${messaging}/report?${year}&group_by=day,country,operator,sender`,
    `/v1/services/${voicing}/cdr/export?${year}&format=csv`,
    `/v1/services/${messaging}/messages/export?${workbook}&order=-price&format=xlsx`,
  ].map((path) => ({ path, mayBreakOff: path.includes('/export?') }));
}

/** Statements of account of a year, previews of the next invoice, and quotes. */
function statementsOf({ voicing, messaging }: Services): FloodRequest[] {
  const quote = { method: 'bank_transfer', amount: '50.00' };
  return [
    { path: `/v1/finances/statement?service_id=${messaging}&${year}&limit=100` },
    { path: `/v1/finances/statement?service_id=${messaging}&${year}&format=csv`, mayBreakOff: true },
    { path: `/v1/finances/statement?service_id=${voicing}&${year}&format=pdf` },
    { path: `/v1/finances/monthly-vat-invoices/preview?service_id=${voicing}` },
    { path: `/v1/finances/monthly-vat-invoices/preview?service_id=${messaging}` },
    { method: 'POST', path: '/v1/finances/top-up/quote', body: { ...quote, service_id: voicing } },
  ];
}

/** Requests that share the general capacity, four of an account at a time. */
function listsOf({ voicing }: Services): FloodRequest[] {
  return [
    '/v1/finances/payments?limit=100',
    '/v1/finances/monthly-vat-invoices?limit=100',
    '/v1/services/all',
    `/v1/services/${voicing}/balance`,
    '/v1/accounts/profile',
  ].map((path) => ({ path }));
}

/** Everything that is read or rendered from the ledger. */
function documentsOf(customer: ExpensiveCustomer): FloodRequest[] {
  const invoices = '/v1/finances/monthly-vat-invoices';
  return [
    ...statementsOf(customer),
    { path: `${invoices}/${customer.invoice}?format=pdf` },
    { path: `${invoices}/${customer.invoice}?format=xml` },
    { path: `${invoices}:download?service_id=${customer.voicing}`, mayBreakOff: true },
    { path: `/v1/finances/payments/${customer.payment}/documents/proforma.pdf` },
  ];
}

/** Measures a neighbour's requests with and without the attack: one case for each of them. */
async function compare(attack: Attack, use: () => Promise<Map<string, number>>): Promise<CheckCase[]> {
  const times = { quiet: new Map<string, number[]>(), noisy: new Map<string, number[]>() };
  const answers = new Map<number, number>();
  const unexpected: string[] = [];
  let brokenOff = 0;
  for (let round = 0; round < rounds; round += 1) {
    await measure(use, times.quiet);
    const { client, requests } = attack;
    const flood = await startFlood({ url: client.url, cookies: client.cookies, requests, connections });
    await measure(use, times.noisy);
    const outcome = await flood.stop();
    for (const [status, count] of outcome.answers) answers.set(status, (answers.get(status) ?? 0) + count);
    unexpected.push(...outcome.unexpected);
    brokenOff += outcome.brokenOff;
  }
  const counts = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  const refused = answers.get(429) ?? 0;
  return [
    {
      name: `${attack.name} gets ${counts}, and ${brokenOff} files that broke off`,
      problems: [...(refused > 0 ? [] : ['nothing was refused: the attack proves nothing']), ...unexpected],
    },
    ...[...times.quiet].map(([request, quiet]) => {
      const [before, after] = [percentile(quiet, 0.99), percentile(times.noisy.get(request) ?? [], 0.99)];
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
    login: () =>
      browser.send({
        method: 'POST',
        path: '/v1/users/login',
        body: { email, password },
        from: nextAddress(),
      }),
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

/** Another address after every twenty logins: the neighbour logs in more often than one address may. */
function nextAddress(): string {
  logins += 1;
  const address = Math.floor(logins / 20);
  return `127.9.${Math.floor(address / 250)}.${1 + (address % 250)}`;
}

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}
