import { compareDecimals } from '@portal/contract/money';
import type { ServiceType } from '@portal/contract/services';
import { defaultThresholdLimits } from '@portal/contract/threshold';
import type { Queryable } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { findService, findServices, type ServiceRow, updateThreshold } from './services.repository.ts';

interface Threshold {
  enabled: boolean;
  amount: string | null | undefined;
  /** The amount's name in the request. */
  field: 'threshold_amount' | 'threshold_balance';
}

/** Returns the service. Throws 404 if it does not exist, belongs to another account or has another type. */
export async function requireService(
  tx: Queryable,
  { account_id }: { account_id: string },
  { service_id }: { service_id: string },
  type?: ServiceType,
): Promise<ServiceRow> {
  const service = await findService(tx, account_id, service_id);
  if (service === undefined || (type !== undefined && service.type !== type))
    throw new HttpError('service_not_found');
  return service;
}

/** Returns the service of that id, as `requireService` does, or the account's first one. Throws 404 if there is none. */
export async function serviceOrFirst(
  tx: Queryable,
  account: { account_id: string },
  { service_id }: { service_id?: string | undefined },
): Promise<ServiceRow> {
  if (service_id !== undefined) return requireService(tx, account, { service_id });
  const [first] = await findServices(tx, account.account_id);
  if (first === undefined) throw new HttpError('service_not_found');
  return first;
}

/** Sets the low-balance threshold, for endpoints 14 and 24. Throws 422 if the amount is outside the limits. */
export async function setThreshold(
  tx: Queryable,
  account: { account_id: string },
  place: { service_id: string },
  { enabled, amount = null, field }: Threshold,
): Promise<ServiceRow> {
  const { currency } = await requireService(tx, account, place);
  if (amount !== null) refuseOutside(amount, { ...defaultThresholdLimits, currency, field });
  const service = await updateThreshold(tx, account.account_id, place.service_id, { enabled, amount });
  if (service === undefined) throw new HttpError('service_not_found');
  return service;
}

interface Bounds {
  min: string;
  max: string;
  currency: string;
  field: string;
}

/** Throws 422 with the limit that the amount exceeds. */
export function refuseOutside(amount: string, { min, max, currency, field }: Bounds): void {
  if (compareDecimals(amount, min) < 0) throw refusal('amount_below_minimum', field, { min, currency });
  if (compareDecimals(amount, max) > 0) throw refusal('amount_above_maximum', field, { max, currency });
}

function refusal(
  code: 'amount_below_minimum' | 'amount_above_maximum',
  field: string,
  params: Record<string, string>,
): HttpError {
  return new HttpError(code, { params, errors: [{ field, code, params }] });
}
