import type { Period } from '@portal/contract/dates';
import type { AppContext } from '../../../app/context.ts';
import { findService } from '../../services/services.repository.ts';
import { fileOf } from '../history-columns.ts';
import { type PortionPlaces, writtenPortions } from '../written-portions.ts';
import { findStoredBytes, insertPart, type RunningExport } from './export-work.repository.ts';
import { exportWriter, storedPart } from './export-writer.ts';
import { requestedRows } from './requested-rows.ts';

/** Bytes that the files of an account may occupy in the database. */
const mostStoredBytes = 500_000_000;

/** The customer has cancelled the export, or another process makes it. */
export class ExportStopped extends Error {
  override readonly name = 'ExportStopped';
}

/** The account's files would occupy more than they may. */
export class ExportTooLarge extends Error {
  override readonly name = 'ExportTooLarge';
}

/**
 * Writes the file of an export and stores it in parts. Returns its bytes. Throws ExportStopped, also soon after the signal is
 * aborted, and ExportTooLarge.
 */
export async function storeFile(
  context: Pick<AppContext, 'database' | 'load'>,
  claimed: RunningExport,
  { places, signal }: { places: PortionPlaces; signal: AbortSignal },
): Promise<number> {
  const { database } = context;
  const { account_id, service_id, kind, fixed_query: query } = claimed;
  const { service, storedBytes } = await database.asBackground(async (tx) => ({
    service: await findService(tx, account_id, service_id),
    storedBytes: await findStoredBytes(tx, account_id),
  }));
  if (service === undefined) throw new Error('the service of an export is gone');
  const file = fileOf(claimed, service, claimed);
  const rows = requestedRows(claimed, service, { kind, query });
  const writer = exportWriter(file);
  const written = { parts: 0, rows: 0, percent: 0, size: 0, stored: storedBytes };
  const store = async (bytes: Uint8Array) => {
    const { content, size } = await storedPart(file, bytes);
    written.size += size;
    written.stored += content.length;
    if (written.stored > mostStoredBytes) throw new ExportTooLarge();
    const part = { position: written.parts, content, rows: written.rows, percent: written.percent };
    if (!(await database.asBackground((tx) => insertPart(tx, claimed, part)))) throw new ExportStopped();
    written.parts += 1;
  };
  try {
    const portions = writtenPortions(context, {
      accountId: account_id,
      rows,
      write: writer.append,
      signal,
      places,
      attempts: Number.POSITIVE_INFINITY,
    });
    for await (const portion of portions) {
      written.rows += portion.count;
      if (portion.last !== undefined) written.percent = percentOf(rows.period, query, portion.last);
      await store(portion.part);
    }
    signal.throwIfAborted();
    await store(await writer.end());
  } finally {
    writer.close();
  }
  return written.size;
}

/** The part of the period up to a row. Histories are read from either end. */
function percentOf(
  { start_utc, end_utc }: Period,
  { order = '-' }: RunningExport['fixed_query'],
  last: string,
): number {
  const [moment]: unknown[] = JSON.parse(last);
  const [start, end] = [Date.parse(start_utc), Math.min(Date.parse(end_utc), Date.now())];
  const done = (Date.parse(String(moment)) - start) / Math.max(1, end - start);
  const share = order.startsWith('-') ? 1 - done : done;
  return Math.round(Math.min(0.99, Math.max(0, share)) * 100);
}
