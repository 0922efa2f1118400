import type { Database } from '../database/database.ts';
import { requireMessageTariff } from '../modules/rates/message-prices.repository.ts';
import { dialCode } from '../modules/services/dial-codes.ts';
import { oldestStoredMs } from '../modules/traffic/retention.ts';
import type { CsvOptions } from './csv-columns.ts';
import { importName } from './import-name.ts';
import { type ImportOptions, type ImportSummary, importRecords } from './import-records.ts';
import { requireTarget } from './import-target.ts';
import { type ImportedMessage, messageReader } from './imported-message.ts';
import { readFirstLine } from './read-first-line.ts';
import type { RecordTable } from './record-table.ts';

const messages: RecordTable<ImportedMessage> = {
  name: 'messages',
  idColumn: 'message_id',
  timeColumn: 'created',
  idHasTime: false,
  id: ({ message_id }) => message_id,
  time: ({ created }) => created,
  content: ['direction', 'recipient', 'mcc', 'mnc', 'parts'],
  columns: {
    message_id: 'text',
    provider_id: 'text',
    client_ref: 'text',
    direction: 'text',
    channel: 'text',
    sender: 'text',
    recipient: 'text',
    country: 'text',
    mcc: 'text',
    mnc: 'text',
    operator: 'text',
    status: 'text',
    error_code: 'text',
    error_name: 'text',
    error_permanent: 'boolean',
    created: 'timestamptz',
    sent: 'timestamptz',
    delivered: 'timestamptz',
    latency_ms: 'integer',
    parts: 'integer',
    encoding: 'text',
    characters: 'integer',
    unit_price: 'numeric',
    price: 'numeric',
    campaign_id: 'text',
    campaign_name: 'text',
    validity_until: 'timestamptz',
  },
};

/** Imports messages from CSV into a messaging service. Throws ImportError. */
export async function importMessages(
  database: Database,
  options: ImportOptions & { csv: CsvOptions },
): Promise<ImportSummary> {
  const { serviceId, files, timezone, csv } = options;
  const target = await database.asBackground((tx) => requireTarget(tx, serviceId, 'messaging'));
  const header = await readFirstLine(files);
  return importRecords(database, options, {
    target,
    table: messages,
    layout: 'lines',
    header,
    name: importName('messages', files, { timezone, csv }),
    prepare: async (tx, current) => {
      const read = messageReader(header, csv, {
        timezone,
        dialCode: current.country === null ? undefined : dialCode(current.country),
        tariff: await requireMessageTariff(tx, current),
        nowMs: () => options.now?.getTime() ?? Date.now(),
        oldestMs: oldestStoredMs(options.now ?? new Date()),
      });
      return (line) => ({ row: read(line) });
    },
  });
}
