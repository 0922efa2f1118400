import type { Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { OperatorError } from '../errors/operator-error.ts';
import type { ImportTarget } from './imported-records.repository.ts';
import type { RejectsSize } from './rejects-file.ts';

/** How far an import has come. */
export interface ImportProgress<Summary> {
  /** The bytes of the source that have been imported, and their hash. */
  bytes: number;
  hash: string;
  rejected: RejectsSize;
  summary: Summary;
}

type ServiceOfImport = Pick<ImportTarget, 'account_id' | 'service_id'>;

export async function findProgress<Summary>(
  tx: Transaction,
  { account_id, service_id }: ServiceOfImport,
  name: string,
) {
  return tx.first<ImportProgress<Summary>>(sql`
    select bytes, hash, rejected, summary from import_progress
    where account_id = ${account_id} and service_id = ${service_id} and name = ${name}`);
}

export async function saveProgress<Summary>(
  tx: Transaction,
  { account_id, service_id }: ServiceOfImport,
  name: string,
  { bytes, hash, rejected, summary }: ImportProgress<Summary>,
  kind: 'import' | 'undo' = 'import',
): Promise<void> {
  await tx.run(sql`
    insert into import_progress (account_id, service_id, name, undoes, bytes, hash, rejected, summary)
    values (${account_id}, ${service_id}, ${name}, ${kind === 'undo'}, ${bytes}, ${hash}, ${JSON.stringify(rejected)}, ${JSON.stringify(summary)})
    on conflict (account_id, service_id, name) do update
    set bytes = excluded.bytes, hash = excluded.hash, rejected = excluded.rejected, summary = excluded.summary, updated = now()`);
}

/**
 * Makes a file for rejects that of this import alone: other interrupted imports, which would remove what it writes there, must name
 * another one.
 */
export async function claimRejects(
  tx: Transaction,
  { account_id, service_id }: ServiceOfImport,
  name: string,
  file: string,
): Promise<void> {
  await tx.run(sql`
    update import_progress set rejected = rejected || '{"file": null}'
    where rejected ->> 'file' = ${file} and (account_id, service_id, name) is distinct from (${account_id}, ${service_id}, ${name})`);
}

/**
 * Deletes how far imports of a service have come, or their undoing if `beginning` is an import: it changes what they have counted, so
 * they begin again when they are repeated.
 */
export async function deleteOpposites(
  tx: Transaction,
  { account_id, service_id }: ServiceOfImport,
  beginning: 'import' | 'undo',
): Promise<void> {
  await tx.run(sql`
    delete from import_progress
    where account_id = ${account_id} and service_id = ${service_id} and undoes = ${beginning === 'import'}`);
}

/** Saves how far an undo has come. Throws OperatorError if an import of the service has added records since it began. */
export async function updateUndoProgress<Summary>(
  tx: Transaction,
  { account_id, service_id }: ServiceOfImport,
  name: string,
  { bytes, hash, summary }: Omit<ImportProgress<Summary>, 'rejected'>,
): Promise<void> {
  const updated = await tx.run(sql`
    update import_progress set bytes = ${bytes}, hash = ${hash}, summary = ${JSON.stringify(summary)}, updated = now()
    where account_id = ${account_id} and service_id = ${service_id} and name = ${name} and undoes`);
  if (updated === 0) {
    throw new OperatorError(
      'An import has added records of this service while this undo was running. Repeat the undo when the import has ended.',
    );
  }
}

/** How often undos have removed records of a service. */
export async function countRemovals(
  tx: Transaction,
  { account_id, service_id }: ServiceOfImport,
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::integer as count from usage_removals where account_id = ${account_id} and service_id = ${service_id}`);
  return count;
}

export async function deleteProgress(
  tx: Transaction,
  { account_id, service_id }: ServiceOfImport,
  name: string,
): Promise<void> {
  await tx.run(sql`
    delete from import_progress where account_id = ${account_id} and service_id = ${service_id} and name = ${name}`);
}
