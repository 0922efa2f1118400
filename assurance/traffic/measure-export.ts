import { waitFor } from '@portal/testbed/runner/concurrency';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';
import { collectable, residentMegabytes } from '../load/server-memory.ts';
import { seedTraffic } from './seed-traffic.ts';

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const [today, week, quarter] = [day(0), day(6), day(91)];

/**
 * Exports that many calls of a customer of a new database as CSV, and prints the time of the first byte, rows a second and how much
 * the server grows, then how soon the database stops when the client goes away. Beside them: the calls of a day as XLSX, and what
 * COPY alone needs.
 */
export async function measureExport(rows: number): Promise<void> {
  await withBff((bff) => exportCalls(bff, rows), { NODE_OPTIONS: collectable, RATE_LIMIT_FACTOR: '1000' });
}

async function exportCalls(bff: CheckBff, rows: number): Promise<void> {
  const { client } = await addCustomer(bff.url);
  const serviceId = await addService(client, 'voicing');
  const { rows: services } = await bff.database.query('select account_id from services');
  // It exports 92 days: about a quarter of thirteen months.
  const calls = Math.ceil((rows * 13) / 3);
  const largest = { accountId: String(services[0].account_id), serviceId, calls };
  await seedTraffic(bff.database, { calls, largest, next: [], onProgress: (text) => console.error(text) });
  const cookie = Object.entries(client.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const open = (query: string, signal?: AbortSignal) =>
    fetch(`${bff.url}/v1/services/${serviceId}/cdr/export?end_date=${today}&${query}`, {
      headers: { cookie },
      ...(signal && { signal }),
    });

  // The first one starts threads and connections.
  await read(await open(`start_date=${week}`), () => undefined);
  const before = await residentMegabytes(bff);
  let most = 0;
  const sampling = setInterval(
    () => void residentMegabytes(bff).then((size) => (most = Math.max(most, size))),
    1_000,
  );
  const csv = await timed(await begin(() => open(`start_date=${quarter}`)));
  clearInterval(sampling);
  print('CSV', csv);
  console.log(
    `memory of the server: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most during the export`,
  );

  const workbook = await begin(() => open(`start_date=${today}&format=xlsx`));
  if (workbook.response.ok) print('XLSX of a day', await timed(workbook));

  const leaving = new AbortController();
  const response = await open(`start_date=${quarter}`, leaving.signal);
  await response.body?.getReader().read();
  const left = performance.now();
  leaving.abort();
  await waitFor('the export goes on', async () => ((await countRunning(bff)) === 0 ? true : undefined));
  console.log(
    `no statement of the export ${Math.round(performance.now() - left)} ms after the client has left`,
  );

  const copied = performance.now();
  await bff.database.query(
    `copy (select * from cdrs where started >= '${quarter}' order by started desc) to '/dev/null' (format csv)`,
  );
  console.log(
    `COPY of the same calls: ${Math.round(csv.lines / ((performance.now() - copied) / 1000))} rows a second`,
  );
}

interface Begun {
  response: Response;
  started: number;
}

async function begin(open: () => Promise<Response>): Promise<Begun> {
  const started = performance.now();
  return { response: await open(), started };
}

async function timed({ response, started }: Begun) {
  let first: number | undefined;
  let bytes = 0;
  let lines = 0;
  await read(response, (part) => {
    first ??= performance.now() - started;
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
  });
  return { first: first ?? 0, bytes, lines: lines - 1, seconds: (performance.now() - started) / 1000 };
}

async function read(response: Response, onPart: (part: Uint8Array) => void): Promise<void> {
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
  for await (const part of response.body) onPart(part);
}

function print(name: string, { first, bytes, lines, seconds }: Awaited<ReturnType<typeof timed>>): void {
  const rate = name === 'CSV' ? `, ${lines} rows, ${Math.round(lines / seconds)} rows a second` : '';
  console.log(
    `${name}: first byte ${first.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s${rate}`,
  );
}

async function countRunning({ database }: CheckBff): Promise<number> {
  const { rows: found } = await database.query(
    "select count(*)::int as running from pg_stat_activity where state = 'active' and query like '%json_build_array%' and pid <> pg_backend_pid()",
  );
  return found[0].running;
}
