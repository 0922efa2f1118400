import type {
  ReleaseFailure,
  ReleaseHealth,
  ReleaseReport,
} from '@portal/federation-contract/release-telemetry';
import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Adds to the counts of this minute, and keeps what stands behind references. Releases that no composition has named are left out. */
export async function insertReleaseReports(
  tx: Transaction,
  reports: readonly ReleaseReport[],
): Promise<void> {
  const rows = JSON.stringify(
    reports.map(({ outcome, ...release }) => ({
      ...release,
      outcome: outcome.result === 'failed' ? outcome.stage : 'loaded',
      reference: outcome.result === 'failed' ? outcome.reference : null,
    })),
  );
  // In one order in every process, so that two that count the same releases wait for each other and never in a circle.
  await tx.run(sql`
    insert into release_reports (minute, area, version, source, outcome, count)
    select date_trunc('minute', now()), area, version, source, outcome, count(*)
    from json_to_recordset(${rows}) as report (area text, version text, source text, outcome text)
    join named_releases using (area, version)
    group by area, version, source, outcome
    order by area, version, source, outcome
    on conflict (minute, area, version, source, outcome) do update set count = release_reports.count + excluded.count`);
  await tx.run(sql`
    insert into release_failures (reference, area, version, source, stage, composition)
    select reference, area, version, source, outcome, composition
    from json_to_recordset(${rows}) as report
      (reference text, area text, version text, source text, outcome text, composition integer)
    join named_releases using (area, version)
    where reference is not null
    order by reference
    on conflict (reference) do nothing`);
}

/** The counts of each version since a moment, by where pages had it from; the minute that the moment lies in counts as a whole. */
export function listReleaseHealth(db: Queryable, since: string): Promise<ReleaseHealth[]> {
  return db.query(sql`
    select area, version, source,
      coalesce(sum(count) filter (where outcome = 'loaded'), 0) as loaded,
      coalesce(sum(count) filter (where outcome <> 'loaded'), 0) as failed
    from release_reports
    where minute >= date_trunc('minute', ${since}::timestamptz)
    group by area, version, source
    order by area, version, source`);
}

export function findReleaseFailure(db: Queryable, reference: string): Promise<ReleaseFailure | undefined> {
  return db.first(sql`
    select area, version, source, stage, composition, at from release_failures where reference = ${reference}`);
}
