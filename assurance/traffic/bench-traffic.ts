// npm run bench:traffic [-- --calls 10000000 --largest 1000000 --export 1000000 --import 300000 --append 60 --seconds 5 --customers 50 --requests number]
// Builds calls in a PostgreSQL of its own and measures requests at 10 and 50 connections, each beside the query that reads calls
// with an offset, counts them and adds them up. Each connection is another customer, the first one the largest: the portal runs one
// report of a customer at a time. The pages of a history are measured with a hundredth of the calls first, because their time must
// not grow with the table. Then pages are measured while calls are imported. Last, calls of one customer are exported, and records
// imported in each format. `--requests` measures only those whose name contains the text; `--append 0`, `--export 0` and `--import 0` leave
// these parts out.
import { parseArgs } from 'node:util';
import { type CheckBff, withBff } from '../harness/bff.ts';
import type { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';
import { type Measured, measure } from './measure.ts';
import { measureAppend } from './measure-append.ts';
import { measureExport } from './measure-export.ts';
import { measureImport } from './measure-import.ts';
import { seedTraffic, type TrafficOwner } from './seed-traffic.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    largest: { type: 'string' },
    export: { type: 'string' },
    import: { type: 'string', default: '300000' },
    append: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '5' },
    customers: { type: 'string', default: '50' },
    requests: { type: 'string', default: '' },
  },
});
const calls = Number(values.calls);
const largest = Number(values.largest ?? calls / 10);
const exported = Number(values.export ?? largest);
const appended = Number(values.append);
const imported = Number(values.import);
const seconds = Number(values.seconds);

interface Customer extends TrafficOwner {
  client: BffClient;
  /** The parameter of page 10,000, of the middle of fewer calls; empty without calls. */
  cursor: string;
  /** One that the customer has called. */
  number: string;
}

interface Case {
  name: string;
  path: (customer: Customer) => string;
  /** The statements without sums, cursors and numbers; `$1` and `$2` are account and service. */
  naive: string | ((customer: Customer) => string);
  /** Its time must not grow with the table. */
  isPage?: boolean;
}

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const [today, month, quarter, year] = [day(0), day(29), day(91), day(364)];
const history = `start_date=${quarter}&end_date=${today}`;
const ofYear = `start_date=${year}&end_date=${today}`;
const limit = 25;
const farOffset = 9_999 * limit;
const own = 'account_id = $1 and service_id = $2';
const of = (start: string) => `${own} and started >= '${start}' and started < '${today}'::date + 1`;
const totals = 'count(*), sum(duration_seconds), sum(billed_seconds), sum(price)';
const list = (start: string, rest: string, where = '') =>
  `select * from cdrs where ${of(start)} ${where} order by started desc, cdr_id desc ${rest}`;
const both = (start: string, rest: string, where = '') =>
  `${list(start, rest, where)}; select ${totals} from cdrs where ${of(start)} ${where}`;
const grouped = (group: string, start: string) =>
  `select ${group}, ${totals}, percentile_cont(0.5) within group (order by pdd_ms) from cdrs where ${of(start)} group by 1`;
const firstPage = ({ serviceId }: Customer) => `/v1/services/${serviceId}/cdr?${history}&totals=none`;
const allCases: Case[] = [
  {
    name: 'services/all',
    path: () => '/v1/services/all',
    naive: `select sum(price) from cdrs where ${of(month)}`,
  },
  {
    name: 'balance',
    path: ({ serviceId }) => `/v1/services/${serviceId}/balance`,
    naive: `select sum(price) from cdrs where ${of(month)}`,
  },
  {
    name: 'rented numbers',
    path: ({ serviceId }) => `/v1/services/${serviceId}/numbers/rented`,
    naive: `select number_from, count(*), sum(duration_seconds) from cdrs where ${of(month)} group by 1`,
  },
  {
    name: '92 days, first page',
    path: firstPage,
    naive: both(quarter, 'limit 25'),
    isPage: true,
  },
  {
    name: 'a year, page 10,000 by cursor',
    path: ({ serviceId, cursor }) => `/v1/services/${serviceId}/cdr?${ofYear}&totals=none${cursor}`,
    naive: both(year, `limit ${limit} offset ${farOffset}`),
    isPage: true,
  },
  {
    name: '92 days, offset 10,000',
    path: ({ serviceId }) => `/v1/services/${serviceId}/cdr?${history}&totals=none&offset=10000`,
    naive: both(quarter, 'limit 25 offset 10000'),
  },
  {
    name: '92 days, totals',
    path: ({ serviceId }) => `/v1/services/${serviceId}/cdr/totals?${history}`,
    naive: `select ${totals} from cdrs where ${of(quarter)}`,
  },
  {
    name: '92 days, totals of a result',
    path: ({ serviceId }) => `/v1/services/${serviceId}/cdr/totals?${history}&result=busy`,
    naive: `select ${totals} from cdrs where ${of(quarter)} and result = 'busy'`,
  },
  ...(
    [
      ['a number that begins', '49', `like '+49%'`],
      ['a number that begins', '49301', `like '+49301%'`],
      ['a number that ends', '*87913', `like '%87913'`],
      ['a number that contains', '*087913*', `like '%087913%'`],
    ] as const
  ).map(([name, mask, like]) => ({
    name: `a year, ${name} with ${mask}`,
    path: ({ serviceId }: Customer) => `/v1/services/${serviceId}/cdr?${ofYear}&number_to=${mask}`,
    naive: both(year, 'limit 25', `and number_to ${like}`),
  })),
  {
    name: 'a year, exactly one number',
    path: ({ serviceId, number }) =>
      `/v1/services/${serviceId}/cdr?${ofYear}&number_to=${encodeURIComponent(number)}`,
    naive: ({ number }) => both(year, 'limit 25', `and number_to = '${number}'`),
  },
  {
    name: 'all calls, of callers and called, 087913',
    path: ({ serviceId }) => `/v1/services/${serviceId}/cdr?number=087913`,
    naive: `select * from cdrs where ${own} and (number_from like '%087913%' or number_to like '%087913%')
      order by started desc, cdr_id desc limit 25`,
  },
  ...(
    [
      ['month by day', 'day', month, `date_trunc('day', started)`],
      ['month by destination', 'destination', month, 'destination'],
      ['year by day', 'day', year, `date_trunc('day', started)`],
      ['year by country', 'country', year, 'country'],
    ] as const
  ).map(([name, filter, start, group]) => ({
    name: `report of a ${name}`,
    path: ({ serviceId }: Customer) =>
      `/v1/services/${serviceId}/stats?start_date=${start}&end_date=${today}&filter=${filter}`,
    naive: grouped(group, start),
  })),
];

const cases = allCases.filter(({ name }) => name.includes(values.requests));
const few = await bench(
  calls / 100,
  largest / 100,
  cases.filter(({ isPage }) => isPage),
);
const many = await bench(calls, largest, cases, async (bff, customers) => {
  if (appended === 0) return;
  await measureAppend(bff, appended, async (connection) => {
    const customer = customerOf(customers, connection);
    const { status, text } = await customer.client.get(firstPage(customer));
    if (status !== 200) throw new Error(`${firstPage(customer)} returned ${status}: ${text}`);
  });
});
for (const [name, times] of few) {
  const ratio = (many.get(name)?.p50 ?? Number.NaN) / times.p50;
  console.log(
    `${name}: ${ratio.toFixed(2)} times the median time with ${calls / 100} calls; target at most 1.5`,
  );
}
if (exported > 0) await measureExport(exported);
if (imported > 0) await measureImport(imported);

/** Measures requests with so many calls, then `more`. Returns the times by request and connections. */
async function bench(
  count: number,
  ofLargest: number,
  requests: readonly Case[],
  more?: (bff: CheckBff, customers: readonly Customer[]) => Promise<void>,
): Promise<Map<string, Measured>> {
  const found = new Map<string, Measured>();
  await withBff(
    async (bff) => {
      const customers = await addCustomers(bff, Number(values.customers));
      const [first, ...next] = customers;
      if (first === undefined) throw new Error('--customers is at least 1');
      const started = performance.now();
      const onProgress = (text: string) => console.error(text);
      const plan = { calls: count, largest: { ...first, calls: ofLargest }, next, onProgress };
      await seedTraffic(bff.database, plan);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`\n${count} calls, ${ofLargest} of the largest customer; built in ${seconds} s\n`);
      for (const customer of customers) Object.assign(customer, await farCall(bff, customer));
      console.log(
        '| request | connections | p50 | p99 | a second | naive p50 | naive p99 | 503 |\n|---|---|---|---|---|---|---|---|',
      );
      for (const request of requests)
        for (const connections of [10, 50])
          found.set(
            `${request.name}, ${connections} connections`,
            await compare(bff, request, connections, customers),
          );
      await more?.(bff, customers);
    },
    // To build ten million calls can take longer than sessions last that nobody uses.
    { RATE_LIMIT_FACTOR: '10000', SESSION_IDLE_MINUTES: '1440' },
  );
  return found;
}

async function addCustomers(bff: CheckBff, count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let index = 0; index < count; index += 1) {
    const { client } = await addCustomer(bff.url);
    const serviceId = await addService(client, 'voicing');
    const { rows } = await bff.database.query('select account_id from services where service_id = $1', [
      serviceId,
    ]);
    customers.push({ client, serviceId, accountId: rows[0].account_id, cursor: '', number: '' });
  }
  return customers;
}

/** Where page 10,000 of the customer's year begins, or the middle of fewer calls. */
async function farCall(
  { database }: CheckBff,
  { accountId, serviceId }: Customer,
): Promise<Partial<Customer>> {
  const { rows } = await database.query(
    `select started::text as moment, cdr_id as id, number_to from cdrs where ${of(year)} order by started desc, cdr_id desc
     limit 1 offset (select least(count(*) / 2, ${farOffset} - 1) from cdrs where ${of(year)})`,
    [accountId, serviceId],
  );
  const [call] = rows;
  if (call === undefined) return {};
  const cursor = Buffer.from(JSON.stringify(['-started', false, call.moment, call.id])).toString('base64url');
  return { cursor: `&cursor=${cursor}`, number: call.number_to };
}

function customerOf(customers: readonly Customer[], connection: number): Customer {
  const customer = customers[connection % customers.length];
  if (customer === undefined) throw new Error('no customer');
  return customer;
}

async function compare(
  bff: CheckBff,
  { name, path, naive }: Case,
  connections: number,
  customers: Customer[],
): Promise<Measured> {
  let unavailable = 0;
  const found = await measure(connections, seconds, async (connection) => {
    const customer = customerOf(customers, connection);
    const { status, text } = await customer.client.get(path(customer));
    // More connections than the portal has for reports: some wait too long.
    if (status === 503) unavailable += 1;
    else if (status !== 200) throw new Error(`${path(customer)} returned ${status}: ${text}`);
  });
  // The pool of the check has four connections, about what the portal uses for reports.
  const compared = await measure(Math.min(connections, 4), seconds, async (connection) => {
    const customer = customerOf(customers, connection);
    const { accountId, serviceId } = customer;
    const statements = typeof naive === 'string' ? naive : naive(customer);
    for (const statement of statements.split('; '))
      await bff.database.query(statement, [accountId, serviceId]);
  });
  const cells = [found.p50, found.p99, found.perSecond, compared.p50, compared.p99].map((value) =>
    value.toFixed(1),
  );
  console.log(`| ${name} | ${connections} | ${cells.join(' | ')} | ${unavailable} |`);
  return found;
}
