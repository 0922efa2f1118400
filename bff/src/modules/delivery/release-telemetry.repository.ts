import type {
  ReleaseFailure,
  ReleaseHealth,
  ReleaseReport,
} from '@portal/federation-contract/release-telemetry';
import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/**
 * Adds a page's reports to the counts of this minute, each outcome of a release once, and stores what references lead to.
 * Releases that no composition has named are left out.
 */
export async function insertReleaseReports(
  tx: Transaction,
  visit: string,
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
    with fresh as (
      insert into page_reports (visit, area, version, source, outcome)
      select distinct ${visit}, area, version, source, outcome
      from json_to_recordset(${rows}) as report (area text, version text, source text, outcome text)
      join named_releases using (area, version)
      on conflict do nothing
      returning area, version, source, outcome
    )
    insert into release_reports (minute, area, version, source, outcome, count)
    select date_trunc('minute', now()), area, version, source, outcome, 1 from fresh
    order by area, version, source, outcome
    on conflict (minute, area, version, source, outcome) do update set count = release_reports.count + 1`);
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

/**
 * The counts of each version since a moment, by where pages had it from; the minute that the moment lies in counts as a
 * whole. A served page that reports its load later than the limit is silent too.
 */
export function listReleaseHealth(
  db: Queryable,
  since: string,
  silenceSeconds: number,
): Promise<ReleaseHealth[]> {
  return db.query(sql`
    with reported as (
      select area, version, source,
        sum(count) filter (where outcome = 'loaded') as loaded,
        sum(count) filter (where outcome <> 'loaded') as failed
      from release_reports
      where minute >= date_trunc('minute', ${since}::timestamptz)
      group by area, version, source
    ), results as (
      select area, version, source, extract(epoch from loaded - served) * 1000 as load_ms,
        case
          when failed is not null then 'failed'
          when loaded <= served + make_interval(secs => ${silenceSeconds}) then 'loaded'
          when now() > served + make_interval(secs => ${silenceSeconds}) then 'silent'
          else 'waiting'
        end as result
      from page_visits
      where served >= date_trunc('minute', ${since}::timestamptz)
    ), served as (
      select area, version, source, json_build_object(
        'loaded', count(*) filter (where result = 'loaded'),
        'failed', count(*) filter (where result = 'failed'),
        'silent', count(*) filter (where result = 'silent'),
        'waiting', count(*) filter (where result = 'waiting'),
        'load_ms', round((percentile_cont(0.75) within group (order by load_ms) filter (where result = 'loaded'))::numeric)
      ) as pages
      from results
      group by area, version, source
    )
    select area, version, source, coalesce(loaded, 0) as loaded, coalesce(failed, 0) as failed,
      coalesce(pages, '{"loaded":0,"failed":0,"silent":0,"waiting":0,"load_ms":null}') as pages
    from reported full join served using (area, version, source)
    order by area, version, source`);
}

export function findReleaseFailure(db: Queryable, reference: string): Promise<ReleaseFailure | undefined> {
  return db.first(sql`
    select area, version, source, stage, composition, at from release_failures where reference = ${reference}`);
}
