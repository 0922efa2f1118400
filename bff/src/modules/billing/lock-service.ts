import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import type { ServiceRow } from '../services/services.repository.ts';

type LockedService = Pick<ServiceRow, 'service_id' | 'status' | 'balance' | 'credit_limit' | 'currency'> & {
  account_id: string;
};

/** Finds a service of any account and locks it. Throws OperatorError if there is none, or several. */
export async function lockService(db: Queryable, serviceId: string): Promise<LockedService> {
  // Not `for update`: a top-up of it, which has locked the account, would wait for the service, and this transaction for the account.
  const [service, ...others] = await db.query<LockedService>(sql`
    select account_id, service_id, status, balance, credit_limit::text, currency from services
    where service_id = ${serviceId} for no key update`);
  if (service === undefined || others.length > 0)
    throw new OperatorError(
      `There is ${service === undefined ? 'no' : 'more than one'} service ${serviceId}.`,
    );
  return service;
}
