import type { Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { openData } from './queue.ts';
import { jobOfQueue } from './repeated-queue.ts';

/**
 * Deletes the jobs, such as waiting mails, whose data contain one of the texts as a whole value: an account's id, or an address in lower
 * case. Returns their number.
 */
export async function deleteJobsAbout(
  tx: Transaction,
  secrets: Secrets,
  texts: readonly string[],
): Promise<number> {
  const values = texts.map((text) => JSON.stringify(text).toLowerCase());
  const jobs = await tx.query<{ id: string; name: string; data: unknown }>(sql`
    select id, name, data from pgboss.job where data is not null`);
  const found = jobs.filter(({ name, data }) => {
    const content = JSON.stringify(openData(secrets, jobOfQueue(name), data)).toLowerCase();
    return values.some((value) => content.includes(value));
  });
  if (found.length === 0) return 0;
  return tx.run(sql`delete from pgboss.job where id = any(${found.map(({ id }) => id)}::uuid[])`);
}
