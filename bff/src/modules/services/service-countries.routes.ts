import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { dialCode } from './dial-codes.ts';
import type { ServiceRow } from './services.repository.ts';
import { requireService } from './services.service.ts';

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Endpoint 19. */
export async function serviceCountriesRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listServiceCountries, async ({ tx, account, params }) => {
    const service = await requireService(tx, account, params);
    const rows = await findCountries(tx, account.account_id, service);
    const items = rows.map(({ country, count }) => {
      const dial_code = dialCode(country) ?? null;
      const title = english.of(country.toUpperCase()) ?? country;
      return { value: country, title, description: dial_code && `+${dial_code}`, dial_code, count };
    });
    return { items, total: items.length };
  });
}

/** Returns the countries that a service called or messaged, most frequent first, from the sums of months. */
async function findCountries(db: Queryable, accountId: string, { service_id, type }: ServiceRow) {
  const [sums, records] =
    type === 'voicing' ? [sql`calls_by_kind`, sql`calls`] : [sql`messages_by_kind`, sql`messages`];
  return db.query<{ country: string; count: number }>(sql`
    select country, sum(${records}) as count
    from ${sums}
    where account_id = ${accountId} and service_id = ${service_id} and grain = 'month' and country <> ''
    group by country having sum(${records}) > 0
    order by count desc, country`);
}
