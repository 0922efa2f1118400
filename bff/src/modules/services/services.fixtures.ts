import type { Database } from '../../database/database.ts';
import { givenBalance } from '../ledger/ledger.fixtures.ts';
import { insertService, type ServiceRow } from './services.repository.ts';

let count = 0;

/** Inserts a service for an account. */
export async function givenService(
  database: Database,
  accountId: string,
  {
    type = 'voicing',
    balance = '0',
    vatOn = 'topup',
  }: { type?: 'voicing' | 'messaging'; balance?: string; vatOn?: 'topup' | 'usage' } = {},
): Promise<ServiceRow> {
  count += 1;
  const serviceId = `svc_${type.slice(0, 2)}_test${count}`;
  const service = await insertService(database.system, accountId, {
    service_id: serviceId,
    type,
    currency: 'eur',
    vat_on: vatOn,
    price_list_id: null,
  });
  await givenBalance(database, { account_id: accountId, service_id: serviceId }, balance);
  return { ...service!, balance };
}
