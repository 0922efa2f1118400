import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';

const source = path.resolve(import.meta.dirname, '../../bff/src');
const prefixes = ['4930', '44207', '3725', '35892', '33140', '48500'];
const header =
  'prefix,country,destination,number_type,rate_initial_interval,rate_initial,rate_next_interval,rate_next,fee';
const countries = ['de', 'gb', 'ee', 'fi', 'fr', 'pl'];
const dayMs = 86_400_000;

/**
 * Imports a Master.csv of Asterisk with so many calls of the last 90 days into a new database, twice, and prints lines a second: they
 * are read, rated, added to the sums of reports and charged, then only found. Beside them: COPY of the same calls into a table without
 * indexes.
 */
export async function measureImport(lines: number): Promise<void> {
  await withBff(async (bff) => {
    const { client } = await addCustomer(bff.url);
    const service = await addService(client, 'voicing');
    const folder = path.join(bff.dataFolder, 'import');
    await mkdir(folder);
    const [prices, calls] = [path.join(folder, 'prices.csv'), path.join(folder, 'Master.csv')];
    const rows = prefixes.map(
      (prefix, index) => `${prefix},${countries[index]},Country,fixed,60,0.02,1,0.02,0`,
    );
    await writeFile(prices, [header, ...rows, ''].join('\n'));
    await pipeline(Readable.from(masterLines(lines)), createWriteStream(calls));
    const from = new Date(Date.now() - 400 * dayMs).toISOString().slice(0, 10);
    const list = ['--list', 'bench_eur', '--currency', 'eur', '--from', from, prices];
    await run(bff, 'modules/rates/prices-load.ts', list);
    for (const name of ['import', 'repeated import']) {
      const seconds = await run(bff, 'import/cdr-import.ts', ['--service', service, calls]);
      console.log(
        `${name}: ${lines} lines in ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} a second`,
      );
    }
    const file = path.join(bff.dataFolder, 'postgres', 'calls.copy');
    await bff.database.query(`copy (select * from cdrs) to '${file}'`);
    await bff.database.query('create table copied (like cdrs)');
    const started = performance.now();
    await bff.database.query(`copy copied from '${file}'`);
    console.log(
      `COPY of the same calls: ${Math.round((lines * 1000) / (performance.now() - started))} a second`,
    );
  });
}

/** Runs a command of the portal over the data of a running one. Returns its seconds. */
async function run({ dataFolder }: CheckBff, program: string, args: readonly string[]): Promise<number> {
  const started = performance.now();
  const env = { ...process.env, DATA_DIR: dataFolder, LOG_LEVEL: 'error' };
  await promisify(execFile)(process.execPath, [path.join(source, program), ...args], { env });
  return (performance.now() - started) / 1000;
}

/** Lines as Asterisk's cdr_csv writes them, in the order of time. */
function* masterLines(count: number): Generator<string> {
  const firstMs = Date.now() - 90 * dayMs;
  const stepMs = (90 * dayMs) / count;
  const clock = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  for (let index = 0; index < count; index += 1) {
    const startMs = Math.floor((firstMs + index * stepMs) / 1000) * 1000;
    const talk = index % 4 === 3 ? 0 : 1 + ((index * 37) % 600);
    const answerMs = startMs + 7_000;
    const number = `00${prefixes[index % prefixes.length]}${100_000 + ((index * 7_919) % 50_000)}`;
    const channel = `PJSIP/office-${index.toString(16).padStart(8, '0')}`;
    yield `${[
      ...[
        'example',
        '6001200',
        number,
        'from-internal',
        '6001200',
        channel,
        'PJSIP/trunk',
        'Dial',
        number,
      ].map(quote),
      quote(clock(startMs)),
      talk > 0 ? quote(clock(answerMs)) : '',
      quote(clock(answerMs + talk * 1000)),
      7 + talk,
      talk,
      ...[talk > 0 ? 'ANSWERED' : 'NO ANSWER', 'DOCUMENTATION', `pbx-${startMs / 1000}.${index}`, ''].map(
        quote,
      ),
    ].join(',')}\n`;
  }
}

function quote(text: string): string {
  return `"${text}"`;
}
