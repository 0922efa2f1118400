import type { Database } from '../../database/database.ts';
import { rawSql, sql } from '../../database/sql.ts';

/**
 * Inserts calls one every four minutes up to now, each to another number, and analyzes the tables. Without triggers, which take
 * minutes for so many: there are no sums. Needs the superuser's database.
 */
export async function givenManyCalls(
  superuser: Database,
  { account_id, service_id }: { account_id: string; service_id: string },
  count: number,
): Promise<void> {
  await superuser.system.run(
    rawSql(`do $$
    begin
      perform set_config('session_replication_role', 'replica', true);
      insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to, result,
        duration_seconds, billed_seconds, price)
      select '${account_id}', '${service_id}', now() - make_interval(mins => n * 4), 'cdr_many' || n, 'x', 'outbound', now(),
        '+37260012' || lpad((n % 20)::text, 2, '0'), '+4930' || (1000000 + n * 7), 'answered', 1, 1, 0.01
      from generate_series(1, ${count}) n;
      insert into call_numbers (account_id, service_id, number)
      select distinct account_id, service_id, number from cdrs cross join lateral (values (number_from), (number_to)) own (number)
      where service_id = '${service_id}';
    end $$`),
  );
  await superuser.system.run(sql`analyze cdrs, call_numbers`);
}
