import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { ServiceRow } from '../services/services.repository.ts';

export interface CountryRow {
  country: string;
  count: number;
}

/** The countries that a service called or wrote to, the most frequent first. */
export async function findCountries(
  database: Queryable,
  accountId: string,
  service: ServiceRow,
): Promise<CountryRow[]> {
  const table = service.type === 'voicing' ? sql`cdrs` : sql`messages`;
  return database.query<CountryRow>(sql`
    select country, count(*) as count
    from ${table}
    where account_id = ${accountId} and service_id = ${service.service_id} and country is not null
    group by country
    order by count desc, country`);
}
