import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CheckBff, withBff } from '../harness/bff.ts';
import { addCustomer, addService } from '../harness/bff-customer.ts';
import { importSamples, type Sample } from './import-samples.ts';
import { runCommand } from './run-command.ts';

const imports = {
  calls: { table: 'cdrs', service: 'voicing', program: 'import/cdr-import.ts' },
  messages: { table: 'messages', service: 'messaging', program: 'import/messages-import.ts' },
} as const;

/**
 * Imports so many calls in each format of telephone systems, and as many messages, each twice and into a new database, and prints lines
 * a second: they are read, rated, added to the sums of reports and charged, then only found. Beside them: COPY of the same records into
 * a table without indexes.
 */
export async function measureImport(lines: number): Promise<void> {
  for (const sample of importSamples(lines)) await withBff((bff) => measureSample(bff, sample, lines));
}

async function measureSample(bff: CheckBff, { kind, format, prices, records }: Sample, lines: number) {
  const { table, service, program } = imports[kind];
  const { client } = await addCustomer(bff.url);
  const serviceId = await addService(client, service);
  const folder = path.join(bff.dataFolder, 'import');
  await mkdir(folder);
  const [priceFile, recordFile] = [path.join(folder, 'prices.csv'), path.join(folder, 'records.csv')];
  await writeFile(priceFile, prices);
  await pipeline(Readable.from(records), createWriteStream(recordFile));
  const list = ['--list', 'bench_eur', '--kind', kind, '--currency', 'eur', '--standard', priceFile];
  await runCommand(bff, 'modules/rates/prices-load.ts', list);
  const print = (name: string, seconds: number) =>
    console.log([kind, ...format.slice(1), name, `${Math.round(lines / seconds)} lines a second`].join(', '));
  for (const name of ['import', 'repeated import'])
    print(name, await runCommand(bff, program, ['--service', serviceId, ...format, recordFile]));
  const copy = path.join(bff.dataFolder, 'postgres', 'records.copy');
  await bff.database.query(`copy (select * from ${table}) to '${copy}'`);
  await bff.database.query(`create table copied (like ${table})`);
  const started = performance.now();
  const { rowCount } = await bff.database.query(`copy copied from '${copy}'`);
  if (rowCount !== lines) throw new Error(`${rowCount} of ${lines} records were imported`);
  print('COPY', (performance.now() - started) / 1000);
}
