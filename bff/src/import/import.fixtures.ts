import { beforeAll } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { samplePrices } from '../modules/rates/rates.fixtures.ts';
import { insertPriceList } from '../modules/rates/rates.repository.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import type { TestPortal } from '../testing/test-portal.ts';
import type { CallImportOptions } from './import-cdrs.ts';

const list = { price_list_id: 'pl_test', title: 'Test', currency: 'eur' } as const;

/** Stores the sample prices before the tests. Returns a function that opens a service with them for a new customer. */
export function pricedServices(portal: TestPortal): () => Promise<string> {
  beforeAll(() => insertPriceList(portal.database.system, list, samplePrices));
  return async () => {
    const { account } = await portal.customer();
    const { service_id } = await givenService(portal.database, account.account_id, { balance: '100' });
    await portal.database.system.run(
      sql`update services set price_list_id = ${list.price_list_id} where service_id = ${service_id}`,
    );
    return service_id;
  };
}

/** The options of an import of Asterisk's calls that nobody watches. */
export const importDefaults = {
  format: 'asterisk',
  timezone: 'UTC',
  csv: { delimiter: ',', columns: {} },
  isDryRun: false,
  onFault: () => undefined,
  onProgress: () => undefined,
} as const satisfies Partial<CallImportOptions>;
