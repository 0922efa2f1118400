import type { ReleaseReport } from '@portal/federation-contract/release-telemetry';
import type { Queryable, Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

/** Pages of one visitor that count, for each release and day. */
const countedPages = 3;

interface NewPageVisit {
  visit: string;
  /** Id of the area, or `host`. */
  area: string;
  version: string;
  source: string;
  /** Identifies the visitor: 16 bytes. */
  subject: Buffer;
}

/** Counts a page, unless enough pages of the visitor count already. */
export async function insertPageVisit(db: Queryable, page: NewPageVisit): Promise<void> {
  const { visit, area, version, source, subject } = page;
  // Of pages that are served simultaneously, one takes the ordinal.
  await db.run(sql`
    insert into page_visits (area, version, source, subject, ordinal, visit)
    select ${area}, ${version}, ${source}, ${subject}, 1 + count(*), ${visit}
    from page_visits
    where area = ${area} and version = ${version} and source = ${source} and subject = ${subject}
      and day = (now() at time zone 'utc')::date
    having count(*) < ${countedPages}::int
    on conflict do nothing`);
}

/** Whether the guard counts the page. */
export async function isCountedPage(db: Queryable, visit: string): Promise<boolean> {
  return (await db.first(sql`select 1 from page_visits where visit = ${visit} limit 1`)) !== undefined;
}

/**
 * Notes the result of a page. An unhandled error or rejection in the code of the release counts as a failure. The reports
 * of the releases that it fell back to do not change it. Any failure on the page
 * also counts for its host, whose libraries the areas use.
 */
export async function updatePageVisit(
  tx: Transaction,
  visit: string,
  reports: readonly ReleaseReport[],
): Promise<void> {
  for (const { area, version, source, outcome } of reports) {
    const isLoaded = outcome.result === 'loaded';
    if (!isLoaded && !isFailure(outcome)) continue;
    await tx.run(sql`
      update page_visits set
        loaded = case when ${isLoaded} then coalesce(loaded, now()) else loaded end,
        failed = case when ${isLoaded} then failed else coalesce(failed, now()) end
      where visit = ${visit} and area = ${area} and version = ${version} and source = ${source}`);
  }
  if (reports.some(({ outcome }) => isFailure(outcome)))
    await tx.run(sql`
      update page_visits set failed = coalesce(failed, now()) where visit = ${visit} and area = 'host'`);
}

function isFailure(outcome: ReleaseReport['outcome']): boolean {
  if (outcome.result !== 'incident') return outcome.result === 'failed';
  return outcome.attribution === 'code' && (outcome.kind === 'error' || outcome.kind === 'rejection');
}
