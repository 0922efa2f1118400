import type { Database, Transaction } from '../database/database.ts';
import { requireMessageTariff } from '../modules/rates/message-prices.repository.ts';
import { oldestStoredMs } from '../modules/traffic/retention.ts';
import type { CsvOptions } from './csv-columns.ts';
import { importName } from './import-name.ts';
import {
  type ImportOptions,
  type ImportSummary,
  importRecords,
  type RecordImport,
} from './import-records.ts';
import { dialCodeOf, requireTarget } from './import-target.ts';
import { always } from './imported-call.ts';
import { type ImportedMessage, type MessageContext, messageReader } from './imported-message.ts';
import type { ImportTarget } from './imported-records.repository.ts';
import { readFirstLine } from './read-first-line.ts';
import type { RecordTable } from './record-table.ts';
import { type UndoSummary, undoRecords } from './undo-records.ts';

export type MessageImportOptions = ImportOptions & { csv: CsvOptions };

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
  options: MessageImportOptions,
): Promise<ImportSummary> {
  const { now } = options;
  const findRating = async (tx: Transaction, target: ImportTarget): Promise<Rating> => ({
    tariff: await requireMessageTariff(tx, target),
    nowMs: () => now?.getTime() ?? Date.now(),
    oldestMs: oldestStoredMs(now ?? new Date()),
  });
  return importRecords(database, options, await openMessages(database, options, findRating));
}

/** Removes the messages that an import with the same options has added. Throws ImportError. */
export async function undoMessages(database: Database, options: MessageImportOptions): Promise<UndoSummary> {
  // What identifies a message, and what it contains, does not depend on prices or the day.
  const tariff = { at: () => ({ find: () => anyPrice }) };
  return undoRecords(
    database,
    options,
    await openMessages(database, options, () => Promise.resolve({ ...always, tariff })),
  );
}

const anyPrice = { country: '', mcc: null, mnc: null, operator: null, unit_price: '0' };

type Rating = Pick<MessageContext, 'tariff' | 'nowMs' | 'oldestMs' | 'areStored'>;

async function openMessages(
  database: Database,
  options: MessageImportOptions,
  findRating: (tx: Transaction, target: ImportTarget) => Promise<Rating>,
): Promise<RecordImport<ImportedMessage>> {
  const { serviceId, files, timezone, csv } = options;
  const target = await database.asBackground((tx) => requireTarget(tx, serviceId, 'messaging'));
  const header = await readFirstLine(files);
  return {
    target,
    table: messages,
    layout: 'lines',
    header,
    name: importName('messages', files, { timezone, csv }),
    prepare: async (tx, current) => {
      const read = messageReader(header, csv, {
        timezone,
        dialCode: dialCodeOf(current),
        ...(await findRating(tx, current)),
      });
      return (line) => ({ row: read(line) });
    },
  };
}
