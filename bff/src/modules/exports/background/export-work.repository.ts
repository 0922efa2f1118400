import { type BackgroundExport, exportDays } from '@portal/contract/background-exports';
import { type ExportFormat, exportFormats } from '@portal/contract/exports';
import type { Language } from '@portal/contract/language';
import type { HistoryKind } from '@portal/contract/saved-views';
import type { Queryable, Transaction } from '../../../database/database.ts';
import { sql } from '../../../database/sql.ts';
import { lockExports } from './background-exports.repository.ts';

/** An export that this process makes. */
export interface RunningExport {
  account_id: string;
  export_id: string;
  service_id: string;
  kind: HistoryKind;
  format: ExportFormat;
  fixed_query: Readonly<Record<string, string>>;
  language: Language;
  timezone: string;
  start_date: string;
  end_date: string;
  attempt: number;
}

/** A process that has not said for so long that it is alive makes no file any more. */
const aliveSeconds = 20;

const isAlive = sql`heartbeat > now() - make_interval(secs => ${aliveSeconds})`;

/** A file that can start: one that waits, unless it waits for a time, or one whose process has died. */
const canStart = (formats: readonly ExportFormat[]) => sql`
  format = any(${formats}::text[])
  and (state = 'queued' and (waits_until is null or waits_until <= now()) or state = 'running' and not ${isAlive})`;

/**
 * Begins the next export of all accounts, from the start. An account whose export began last comes after the others. Returns undefined
 * when none can start.
 */
export async function claimNextExport(
  tx: Transaction,
  formats: readonly ExportFormat[] = exportFormats,
): Promise<RunningExport | undefined> {
  const next = await tx.first<{ account_id: string }>(sql`
    select account_id from exports
    where ${canStart(formats)}
      and not exists (
        select from exports other where other.account_id = exports.account_id and state = 'running' and ${isAlive}
      )
    order by (select began from export_turns where export_turns.account_id = exports.account_id) nulls first, created, export_id
    limit 1`);
  return next && claimExport(tx, next.account_id, formats);
}

/**
 * Begins the account's next export, from the start: its oldest one, or one whose process has died. Returns undefined while one of
 * the account runs, or when none can start.
 */
export async function claimExport(
  tx: Transaction,
  accountId: string,
  formats: readonly ExportFormat[] = exportFormats,
): Promise<RunningExport | undefined> {
  await lockExports(tx, accountId);
  const claimed = await tx.first<RunningExport>(sql`
    update exports set state = 'running', attempt = attempt + 1, heartbeat = now(), rows = 0, progress_percent = 0
    where account_id = ${accountId} and export_id = (
      select export_id from exports
      where account_id = ${accountId} and ${canStart(formats)}
        and not exists (select from exports where account_id = ${accountId} and state = 'running' and ${isAlive})
      order by created, export_id limit 1
    )
    returning account_id, export_id, service_id, kind, format, fixed_query, language, timezone, start_date, end_date, attempt`);
  if (claimed === undefined) return undefined;
  await upsertTurn(tx, accountId);
  await deleteParts(tx, claimed);
  return claimed;
}

async function upsertTurn(db: Queryable, accountId: string): Promise<void> {
  await db.run(sql`
    insert into export_turns (account_id, began) values (${accountId}, now())
    on conflict (account_id) do update set began = excluded.began`);
}

type Claim = Pick<RunningExport, 'account_id' | 'export_id' | 'attempt'>;

/** The row of an export as long as this process makes it: not after it was cancelled or taken over. */
const ownRow = ({ account_id, export_id, attempt }: Claim) =>
  sql`account_id = ${account_id} and export_id = ${export_id} and state = 'running' and attempt = ${attempt}`;

/** Says that the process is alive. Returns false if it must stop. */
export async function updateHeartbeat(db: Queryable, claim: Claim): Promise<boolean> {
  return (await db.run(sql`update exports set heartbeat = now() where ${ownRow(claim)}`)) > 0;
}

interface NewPart {
  position: number;
  content: Uint8Array;
  /** Rows and progress of the file with this part. */
  rows: number;
  percent: number;
}

/** Stores a part of the file. Returns false if the process must stop. */
export async function insertPart(tx: Transaction, claim: Claim, part: NewPart): Promise<boolean> {
  const { account_id, export_id } = claim;
  const updated = await tx.run(sql`
    update exports set heartbeat = now(), rows = ${part.rows}, progress_percent = ${part.percent} where ${ownRow(claim)}`);
  if (updated === 0) return false;
  await tx.run(sql`
    insert into export_parts (account_id, export_id, position, content)
    values (${account_id}, ${export_id}, ${part.position}, ${Buffer.from(part.content)})`);
  return true;
}

/** Bytes that the account's files occupy. */
export async function findStoredBytes(db: Queryable, accountId: string): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(sql`
    select coalesce(sum(octet_length(content)), 0)::bigint as bytes from export_parts where account_id = ${accountId}`);
  return bytes;
}

/** Completes an export. Returns undefined if it was cancelled meanwhile. */
export async function updateReady(
  tx: Transaction,
  claim: Claim,
  { size, tokenHash }: { size: number; tokenHash: Buffer },
) {
  return tx.first<Pick<BackgroundExport, 'rows'> & { expires: string }>(sql`
    update exports set state = 'ready', finished = now(), progress_percent = 100, size_bytes = ${size},
      expires = now() + make_interval(days => ${exportDays}), token_hash = ${tokenHash}
    where ${ownRow(claim)} returning rows, expires`);
}

/** How often a fault is followed by another attempt, after 2, 4 and 8 seconds. */
const repeatedFaults = 3;

/** How long a file waits for space on the disk, in seconds: in all, and at least and at most before it starts again. */
const diskWait = { all: 3_600, least: 10, most: 600 };

/** Lets an export start again later, after a fault. Returns false if there were too many. */
export async function updateAfterFault(db: Queryable, claim: Claim): Promise<boolean> {
  const updated = await db.run(sql`
    update exports set state = 'queued', faults = faults + 1, waits_until = now() + make_interval(secs => 2 ^ (faults + 1))
    where ${ownRow(claim)} and faults < ${repeatedFaults}`);
  return updated > 0;
}

/**
 * Lets an export start again later, because the disk is full: after as long as it has been full, so that attempts become rare.
 * Returns false if it has been full for about an hour.
 */
export async function updateAfterFullDisk(db: Queryable, claim: Claim): Promise<boolean> {
  const { all, least, most } = diskWait;
  const fullFor = sql`extract(epoch from now() - coalesce(disk_full_since, now()))`;
  const updated = await db.run(sql`
    update exports set state = 'queued', disk_full_since = coalesce(disk_full_since, now()),
      waits_until = now() + make_interval(secs => least(${most}, greatest(${least}, ${fullFor})))
    where ${ownRow(claim)} and ${fullFor} < ${all}`);
  return updated > 0;
}

/** Returns whether the export was still running. */
export async function updateFailed(
  db: Queryable,
  claim: Claim,
  failure: 'too_large' | 'internal',
): Promise<boolean> {
  const updated = await db.run(sql`
    update exports set state = 'failed', failure = ${failure}, finished = now() where ${ownRow(claim)}`);
  return updated > 0;
}

/** Deletes the parts of a file that this process has begun, unless another process makes it now. */
export async function deleteParts(db: Queryable, { account_id, export_id, attempt }: Claim): Promise<void> {
  await db.run(sql`
    delete from export_parts
    where account_id = ${account_id} and export_id = ${export_id} and not exists (
      select from exports where account_id = ${account_id} and export_id = ${export_id} and attempt <> ${attempt}
    )`);
}
