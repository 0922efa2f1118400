import {
  failureStages,
  type ReleaseFailure,
  type ReleaseHealth,
  type ReleaseIncident,
  type ReleaseReport,
} from '@portal/federation-contract/release-telemetry';
import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** The outcomes that release health counts. */
const loadOutcomes = ['loaded', ...failureStages];

/**
 * Adds a page's reports to the counts of this minute, each outcome of a release once, and stores what references lead to.
 * Releases that no composition has named are left out. Returns the reports that it has counted.
 */
export async function insertReleaseReports(
  tx: Transaction,
  visit: string,
  reports: readonly ReleaseReport[],
): Promise<ReleaseReport[]> {
  const rows = JSON.stringify(
    reports.map((report) => ({ ...report.outcome, ...report, outcome: nameOf(report.outcome) })),
  );
  // In one order in every process, so that two that count the same releases wait for each other and never in a circle.
  const counted = await tx.query<CountedReport>(sql`
    with fresh as (
      insert into page_reports (visit, area, version, source, outcome)
      select distinct ${visit}, area, version, source, outcome
      from json_to_recordset(${rows}) as report (area text, version text, source text, outcome text)
      join named_releases using (area, version)
      on conflict do nothing
      returning area, version, source, outcome
    ), incidents as (
      insert into release_incidents as stored (area, version, kind, attribution, detail, amount)
      select distinct on (area, version, kind, attribution) area, version, kind, attribution, detail, amount
      from json_to_recordset(${rows}) as report
        (area text, version text, source text, outcome text, kind text, attribution text, detail text, amount integer)
      join fresh using (area, version, source, outcome)
      where kind is not null
      order by area, version, kind, attribution
      on conflict (area, version, kind, attribution, detail) do update set
        pages = stored.pages + 1, last = now(), amount = greatest(stored.amount, excluded.amount)
    ), counts as (
      insert into release_reports (minute, area, version, source, outcome, count)
      select date_trunc('minute', now()), area, version, source, outcome, 1 from fresh
      order by area, version, source, outcome
      on conflict (minute, area, version, source, outcome) do update set count = release_reports.count + 1
    )
    select area, version, source, outcome from fresh`);
  await tx.run(sql`
    insert into release_failures (reference, area, version, source, stage, composition)
    select reference, area, version, source, outcome, composition
    from json_to_recordset(${rows}) as report
      (reference text, area text, version text, source text, outcome text, composition integer)
    join named_releases using (area, version)
    where reference is not null
    order by reference
    on conflict (reference) do nothing`);
  return counted.flatMap((one) => reports.find((report) => isOf(report, one)) ?? []);
}

interface CountedReport {
  area: string;
  version: string;
  source: string;
  outcome: string;
}

function isOf(report: ReleaseReport, { area, version, source, outcome }: CountedReport): boolean {
  const isSame = report.area === area && report.version === version && report.source === source;
  return isSame && nameOf(report.outcome) === outcome;
}

function nameOf(outcome: ReleaseReport['outcome']): string {
  if (outcome.result === 'incident') return `${outcome.kind} ${outcome.attribution}`;
  if (outcome.result === 'vital') return outcome.vital;
  return outcome.result === 'failed' ? outcome.stage : outcome.result;
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
      where minute >= date_trunc('minute', ${since}::timestamptz) and outcome = any (${loadOutcomes})
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

export function listReleaseIncidents(db: Queryable, since: string): Promise<ReleaseIncident[]> {
  return db.query(sql`
    select area, version, kind, attribution, detail, amount, pages, first, last from release_incidents
    where last >= ${since}::timestamptz
    order by last desc limit 1000`);
}
