// npm run bench:traffic [-- --calls 10000000 --largest 1000000 --export 1000000 --import 300000 --seconds 5 --customers 50]
// Builds calls in a PostgreSQL of its own and measures requests at 10 and 50 connections, each beside the query that reads calls
// with an offset, counts them and adds them up. Each connection is another customer, the first one the largest: the portal runs one
// report of a customer at a time. The pages of a history are measured with a hundredth of the calls first, because their time must
// not grow with the table. Last, calls of one customer are exported, and records imported in each format.
import { parseArgs } from 'node:util';
import { type CheckBff, withBff } from '../harness/bff.ts';
import type { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';
import { type Measured, measure } from './measure.ts';
import { measureExport } from './measure-export.ts';
import { measureImport } from './measure-import.ts';
import { seedTraffic, type TrafficOwner } from './seed-traffic.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    largest: { type: 'string' },
    export: { type: 'string' },
    import: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '5' },
    customers: { type: 'string', default: '50' },
  },
});
const calls = Number(values.calls);
const largest = Number(values.largest ?? calls / 10);
const exported = Number(values.export ?? largest);
const seconds = Number(values.seconds);

interface Customer extends TrafficOwner {
  client: BffClient;
  /** The parameter of a page far from the first one; empty without so many calls. */
  cursor: string;
}

interface Case {
  name: string;
  path: (customer: Customer) => string;
  /** The statements without sums, cursors and numbers; `$1` and `$2` are account and service. */
  naive: string;
  /** Its time must not grow with the table. */
  isPage?: boolean;
}

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const [today, month, quarter, year] = [day(0), day(29), day(91), day(364)];
const history = `start_date=${quarter}&end_date=${today}`;
const own = 'account_id = $1 and service_id = $2';
const of = (start: string) => `${own} and started >= '${start}' and started < '${today}'::date + 1`;
const totals = 'count(*), sum(duration_seconds), sum(billed_seconds), sum(price)';
const list = (rest: string, where = '') =>
  `select * from cdrs where ${of(quarter)} ${where} order by started desc, cdr_id desc ${rest}`;
const both = (rest: string, where = '') =>
  `${list(rest, where)}; select ${totals} from cdrs where ${of(quarter)} ${where}`;
const grouped = (group: string, start: string) =>
  `select ${group}, ${totals}, percentile_cont(0.5) within group (order by pdd_ms) from cdrs where ${of(start)} group by 1`;
const cases: Case[] = [
  {
    name: 'services/all',
    path: () => '/v1/services/all',
    naive: `select sum(price) from cdrs where ${of(month)}`,
  },
  {
    name: 'rented numbers',
    path: ({ serviceId }) => `/v1/services/${serviceId}/numbers/rented`,
    naive: `select number_from, count(*), sum(duration_seconds) from cdrs where ${of(month)} group by 1`,
  },
  {
    name: '92 days, first page',
    path: ({ serviceId }) => `/v1/services/${serviceId}/cdr?${history}&totals=none`,
    naive: both('limit 25'),
    isPage: true,
  },
  {
    name: '92 days, page far away by cursor',
    path: ({ serviceId, cursor }) => `/v1/services/${serviceId}/cdr?${history}&totals=none${cursor}`,
    naive: both('limit 25 offset 10000'),
    isPage: true,
  },
  {
    name: '92 days, offset 10,000',
    path: ({ serviceId }) => `/v1/services/${serviceId}/cdr?${history}&totals=none&offset=10000`,
    naive: both('limit 25 offset 10000'),
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
      ['a number that begins', '49000000', `like '+49000000%'`],
      ['a number that ends', '*87913', `like '%87913'`],
      ['a number that contains', '*087913*', `like '%087913%'`],
    ] as const
  ).map(([name, mask, like]) => ({
    name: `92 days, ${name} with ${mask}`,
    path: ({ serviceId }: Customer) => `/v1/services/${serviceId}/cdr?${history}&number_to=${mask}`,
    naive: both('limit 25', `and number_to ${like}`),
  })),
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

const few = await bench(
  calls / 100,
  largest / 100,
  cases.filter(({ isPage }) => isPage),
);
const many = await bench(calls, largest, cases);
for (const [name, times] of few) {
  const ratio = (many.get(name)?.p50 ?? Number.NaN) / times.p50;
  console.log(
    `${name}: ${ratio.toFixed(2)} times the median time with ${calls / 100} calls; target at most 1.5`,
  );
}
await measureExport(exported);
await measureImport(Number(values.import));

/** Measures requests with so many calls. Returns the times by request and connections. */
async function bench(
  count: number,
  ofLargest: number,
  requests: readonly Case[],
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
      for (const customer of customers) customer.cursor = await farCursor(bff, customer);
      console.log(
        '| request | connections | p50 | p99 | a second | naive p50 | naive p99 | 503 |\n|---|---|---|---|---|---|---|---|',
      );
      for (const request of requests)
        for (const connections of [10, 50])
          found.set(
            `${request.name}, ${connections} connections`,
            await compare(bff, request, connections, customers),
          );
    },
    { RATE_LIMIT_FACTOR: '10000' },
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
    customers.push({ client, serviceId, accountId: rows[0].account_id, cursor: '' });
  }
  return customers;
}

/** The parameter of a page in the middle of the customer's 92 days. */
async function farCursor({ database }: CheckBff, { accountId, serviceId }: Customer): Promise<string> {
  const { rows } = await database.query(
    `select started::text as moment, cdr_id as id from cdrs
     where ${own} and started < now() - interval '46 days' order by started desc limit 1`,
    [accountId, serviceId],
  );
  const [call] = rows;
  if (call === undefined) return '';
  const cursor = Buffer.from(JSON.stringify(['-started', false, call.moment, call.id])).toString('base64url');
  return `&cursor=${cursor}`;
}

async function compare(
  bff: CheckBff,
  { name, path, naive }: Case,
  connections: number,
  customers: Customer[],
): Promise<Measured> {
  const customerOf = (connection: number) => {
    const customer = customers[connection % customers.length];
    if (customer === undefined) throw new Error('no customer');
    return customer;
  };
  let unavailable = 0;
  const found = await measure(connections, seconds, async (connection) => {
    const customer = customerOf(connection);
    const { status, text } = await customer.client.get(path(customer));
    // More connections than the portal has for reports: some wait too long.
    if (status === 503) unavailable += 1;
    else if (status !== 200) throw new Error(`${path(customer)} returned ${status}: ${text}`);
  });
  // The pool of the check has four connections, about what the portal uses for reports.
  const compared = await measure(Math.min(connections, 4), seconds, async (connection) => {
    const { accountId, serviceId } = customerOf(connection);
    for (const statement of naive.split('; ')) await bff.database.query(statement, [accountId, serviceId]);
  });
  const cells = [found.p50, found.p99, found.perSecond, compared.p50, compared.p99].map((value) =>
    value.toFixed(1),
  );
  console.log(`| ${name} | ${connections} | ${cells.join(' | ')} | ${unavailable} |`);
  return found;
}
