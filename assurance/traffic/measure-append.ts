import { execFile } from 'node:child_process';
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { CheckBff } from '../harness/bff.ts';
import type { BffClient } from '../harness/bff-client.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';
import { percentile } from '../harness/percentile.ts';
import { callPrices, endedCall } from './import-samples.ts';
import { type Measured, measure } from './measure.ts';
import { runCommand } from './run-command.ts';

const linesPerSecond = 10_000;
const [maxRatio, maxLagSeconds] = [2, 1];
const connections = 10;
/** How often the feed writes, and how long the page of new calls is left alone: 20 requests a second beside those that are measured. */
const pauseMs = 50;

/**
 * Measures pages that `get` requests for a connection, first alone, then while calls of another customer are imported. Prints both, the
 * lines a second, and how much later than it ended a call is on that customer's page.
 *
 * The importer reads a named pipe to which a line is written when a call ends, as for `tail -F Master.csv > pipe` beside a running
 * telephone system. The lines come by the clock: those that wait because the importer is slow are late.
 */
export async function measureAppend(
  bff: CheckBff,
  seconds: number,
  get: (connection: number) => Promise<unknown>,
): Promise<void> {
  const folder = path.join(bff.dataFolder, 'append');
  const [prices, pipe] = [path.join(folder, 'prices.csv'), path.join(folder, 'Master.csv')];
  await mkdir(folder);
  await writeFile(prices, callPrices);
  const list = ['--list', 'append_eur', '--currency', 'eur', '--standard', prices];
  await runCommand(bff, 'modules/rates/prices-load.ts', list);
  const { client } = await addCustomer(bff.url);
  const serviceId = await addService(client, 'voicing');
  await promisify(execFile)('mkfifo', [pipe]);

  const alone = await measure(connections, seconds, get);
  const importing = runCommand(bff, 'import/cdr-import.ts', ['--service', serviceId, pipe]);
  // Opens when the importer does.
  const opened = Promise.race([open(pipe, 'w'), importing.then(() => undefined)]);
  const feed = await opened.catch(async (error: unknown) => {
    // A process that waits for somebody to read a pipe does not end.
    await (await open(pipe, 'r+')).close();
    throw error;
  });
  if (feed === undefined) throw new Error('the import has ended without reading the pipe');
  const lines = seconds * linesPerSecond;
  const startMs = Date.now();
  const isOver = new AbortController();
  const [beside, lags, importSeconds] = await Promise.all([
    measure(connections, seconds, get),
    watchPage(client, serviceId, startMs, isOver.signal),
    writeCalls(feed, importing, lines, startMs).finally(() => isOver.abort()),
  ]);
  const { rows } = await bff.database.query('select count(*)::int as calls from cdrs where service_id = $1', [
    serviceId,
  ]);
  if (rows[0].calls !== lines) throw new Error(`${rows[0].calls} of ${lines} calls were imported`);

  const times = ({ p50, p99 }: Measured) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  const lag = (share: number) => `${(percentile(lags, share) / 1000).toFixed(2)} s`;
  console.log(`\n92 days, first page, ${connections} connections, for ${seconds} s
alone: ${times(alone)}
while calls are imported: ${times(beside)}; p99 ${(beside.p99 / alone.p99).toFixed(2)} times, target at most ${maxRatio}
imported: ${lines} calls, ${Math.round(lines / importSeconds)} lines a second, of ${linesPerSecond} that were offered
from the end of a call until a page shows it: p50 ${lag(0.5)}, p99 ${lag(0.99)}, at most ${lag(1)} (${lags.length} calls), target at most ${maxLagSeconds} s`);
}

const endMs = (index: number, startMs: number) => startMs + (index * 1000) / linesPerSecond;

/** Writes each call when it ends, closes the pipe and waits for the import. Returns the seconds of all that. */
async function writeCalls(
  feed: FileHandle,
  importing: Promise<unknown>,
  lines: number,
  startMs: number,
): Promise<number> {
  try {
    for (let written = 0; written < lines; await wait(pauseMs)) {
      let ended = '';
      for (; written < lines && endMs(written, startMs) <= Date.now(); written += 1)
        ended += `${endedCall(written, endMs(written, startMs))}\n`;
      await feed.writeFile(ended);
    }
  } finally {
    await feed.close();
    // Its failure explains that of the pipe.
    await importing;
  }
  return (Date.now() - startMs) / 1000;
}

/**
 * Reads a customer's newest calls again and again. Returns how many milliseconds after its end each of those was found that the page
 * before did not show: calls are only added, so none of them can have been there.
 */
async function watchPage(
  client: BffClient,
  serviceId: string,
  startMs: number,
  isOver: AbortSignal,
): Promise<number[]> {
  const lags: number[] = [];
  let before = new Set<number>();
  for (; !isOver.aborted; await wait(pauseMs)) {
    const { status, text, body } = await client.get(`/v1/services/${serviceId}/cdr?totals=none`);
    if (status !== 200) throw new Error(`the page of new calls returned ${status}: ${text}`);
    const shown = new Set<number>(
      body.items.map(({ call_id }: { call_id: string }) => Number(call_id.split('.').at(-1))),
    );
    for (const index of shown) if (!before.has(index)) lags.push(Date.now() - endMs(index, startMs));
    before = shown;
  }
  return lags;
}
