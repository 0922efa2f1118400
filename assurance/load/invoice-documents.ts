// Downloads VAT invoices as PDF on four connections, of one line and of a thousand, while another customer uses the portal. The
// invoices come about as in production: prices and calls are imported, and the month is closed.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { masterLine } from '@portal/testbed/fixtures/master-csv';
import { type CheckBff, withBff } from '../harness/bff.ts';
import type { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService, type BffCustomer } from '../harness/bff-customer.ts';
import { percentile } from '../harness/percentile.ts';
import { type CheckCase, reportCases } from '../harness/report.ts';
import { type FloodPlan, startFlood } from './flood.ts';

const connections = 4;
const rounds = 4;
const roundSeconds = 6;
const documents = [
  { name: 'an invoice of one line', lines: 1, targetMs: 150 },
  { name: 'an invoice of 1,000 lines', lines: 1000, targetMs: 1000 },
];
/** The p99 of another customer's requests may be this many times what it is without downloads. */
const targetFactor = 2;

const root = path.resolve(import.meta.dirname, '../..');
const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15));

// Each of the four downloads is of another customer, because a customer's share is smaller.
await withBff(
  async (bff) => {
    const neighbour = await addCustomer(bff.url);
    const service = await addService(neighbour.client, 'voicing');
    await command(bff, 'bff/src/modules/rates/prices-load.ts', [
      ...['--list', 'standard_eur', '--currency', 'eur', '--from', '2026-01-01T00:00:00Z'],
      await fileOf(bff, 'prices.csv', prices(1000)),
    ]);
    const cases: CheckCase[] = [];
    for (const { name, lines, targetMs } of documents) {
      const customers: BffCustomer[] = [];
      for (let index = 0; index < connections; index += 1) customers.push(await addCustomer(bff.url));
      for (const { client } of customers) await giveCalls(bff, client, lines);
      await command(bff, 'bff/src/modules/billing/billing.ts', ['close']);
      const downloads = await Promise.all(customers.map(({ client }) => downloadOf(client, lines)));
      const measured = await measure(downloads, () => useOnce(neighbour.client, service));
      cases.push(...report(name, targetMs, measured));
    }
    reportCases('invoice-documents', cases, [
      `${connections} connections, ${rounds} rounds of ${roundSeconds} s with and without downloads in turn`,
    ]);
  },
  { RATE_LIMIT_FACTOR: '1000' },
);

interface Measured {
  /** Milliseconds of each download. */
  downloads: number[];
  /** Milliseconds of the neighbour's requests without and during the downloads. */
  quiet: number[];
  busy: number[];
}

/** Returns the downloads of a customer's only invoice, which are sent by a process of their own. */
async function downloadOf(client: BffClient, lines: number): Promise<FloodPlan> {
  const { items } = (await client.get('/v1/finances/monthly-vat-invoices')).body;
  const address = `/v1/finances/monthly-vat-invoices/${items[0]?.monthly_vat_invoice_id}`;
  const { invoice } = (await client.get(address)).body;
  if (invoice?.lines.length !== lines) throw new Error(`an invoice has ${invoice?.lines.length} lines`);
  const path = `${address}?format=pdf`;
  const { status, text } = await client.get(path);
  if (status !== 200 || !text.startsWith('%PDF')) throw new Error(`a download returned ${status}`);
  return { url: client.url, cookies: client.cookies, requests: [{ path }], connections: 1 };
}

async function measure(downloads: readonly FloodPlan[], use: () => Promise<number[]>): Promise<Measured> {
  const measured: Measured = { downloads: [], quiet: [], busy: [] };
  for (let round = 0; round < rounds; round += 1) {
    await repeat(use, measured.quiet);
    const floods = await Promise.all(downloads.map(startFlood));
    await repeat(use, measured.busy);
    for (const { answers, times } of await Promise.all(floods.map(({ stop }) => stop()))) {
      const wrong = [...answers.keys()].find((status) => status !== 200);
      if (wrong !== undefined) throw new Error(`a download returned ${wrong}`);
      measured.downloads.push(...times);
    }
  }
  return measured;
}

async function repeat(use: () => Promise<number[]>, into: number[]): Promise<void> {
  const end = performance.now() + roundSeconds * 1000;
  while (performance.now() < end) {
    into.push(...(await use()));
    await wait(10);
  }
}

async function useOnce(client: BffClient, service: string): Promise<number[]> {
  const times: number[] = [];
  for (const address of ['/v1/accounts/profile', `/v1/services/${service}/balance`, '/v1/services/all']) {
    const { status, time } = await client.get(address);
    if (status !== 200) throw new Error(`${address} returned ${status}`);
    times.push(time);
  }
  return times;
}

function report(name: string, targetMs: number, { downloads, quiet, busy }: Measured): CheckCase[] {
  const p95 = percentile(downloads, 0.95);
  const [before, after] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
  const factor = after / before;
  return [
    {
      name: `${name}: p50 ${percentile(downloads, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${downloads.length} downloads)`,
      problems: p95 <= targetMs ? [] : [`target at most ${targetMs} ms`],
    },
    {
      name: `${name}: requests of another customer take ${before.toFixed(1)} → ${after.toFixed(1)} ms (p99 of ${quiet.length} and ${busy.length}), ${factor.toFixed(2)} times`,
      problems: factor <= targetFactor ? [] : [`target at most ${targetFactor} times`],
    },
  ];
}

/** Gives a customer a service that is invoiced for usage, and last month a call to each of so many destinations. */
async function giveCalls(bff: CheckBff, client: BffClient, destinations: number): Promise<void> {
  const service = await addService(client, 'voicing');
  await bff.database.query(
    `update services set vat_on = 'usage', created = $1::timestamptz - interval '10 days' where service_id = $2`,
    [month, service],
  );
  const file = await fileOf(bff, `${service}.csv`, calls(destinations));
  await command(bff, 'bff/src/import/cdr-import.ts', ['--service', service, file]);
}

async function fileOf({ dataFolder }: CheckBff, name: string, content: string): Promise<string> {
  const file = path.join(dataFolder, name);
  await writeFile(file, content);
  return file;
}

async function command({ dataFolder }: CheckBff, program: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataFolder };
  await promisify(execFile)(process.execPath, [path.join(root, program), ...args], { env });
}

function prices(count: number): string {
  const head =
    'prefix,country,destination,number_type,rate_initial_interval,rate_initial,rate_next_interval,rate_next,fee';
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `49${prefixOf(index)},de,Germany area ${prefixOf(index)},fixed,60,0.0${prefixOf(index)},1,0.0215,0`,
  );
  return `${[head, ...lines].join('\n')}\n`;
}

/** Call records a minute apart. */
function calls(count: number): string {
  return Array.from({ length: count }, (_, index) =>
    masterLine({
      to: `0049${prefixOf(index)}12345`,
      started: new Date(month.getTime() + index * 60_000),
      ringSeconds: 4,
      talkSeconds: 67,
      sequence: index,
    }),
  ).join('\n');
}

function prefixOf(index: number): string {
  return String(3000 + index);
}
