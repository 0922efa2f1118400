import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { route } from '../../http/route.ts';
import { requireService } from '../services/services.service.ts';
import { dialCode } from './dial-codes.ts';
import { findCountries } from './service-countries.repository.ts';

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Endpoint 19. */
export async function serviceCountriesRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listServiceCountries, async ({ tx, account, params }) => {
    const service = await requireService(tx, account.account_id, params.service_id);
    const rows = await findCountries(tx, account.account_id, service);
    const items = rows.map(({ country, count }) => {
      const code = dialCode(country) ?? null;
      const title = english.of(country.toUpperCase()) ?? country;
      return {
        value: country,
        title,
        description: code === null ? null : `+${code}`,
        dial_code: code,
        count,
      };
    });
    return { success: true as const, items, total: items.length };
  });
}
