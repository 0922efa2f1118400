import { sortTerms } from '@portal/contract/order';
import { HttpError } from '../http/http-error.ts';

interface Grouping {
  orders: readonly string[];
  allGroups: readonly string[];
  /** Those that the rows are made of. */
  groups: readonly string[];
}

/** 422 for sorting by a group that the rows do not have. */
export function refuseUngrouped(order: string, { orders, allGroups, groups }: Grouping): void {
  const terms = sortTerms(order, orders) ?? [];
  if (terms.some(({ field }) => allGroups.includes(field) && !groups.includes(field))) {
    throw new HttpError('order_invalid', { params: { field: 'order' } });
  }
}
