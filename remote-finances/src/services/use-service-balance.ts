import type { Service } from '@portal/contract/services';
import { useBalance } from '@portal/shared/session';

export interface ServiceBalance {
  /** Null until it is known. */
  balance: string | null;
  available: string | null;
  reserved: string | null;
  creditLimit: string | null;
  daysLeft: number | null;
  updated: string | null;
  /** The last known balance, because the current one cannot be read. */
  isStale: boolean;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A service's balance: the freshest answer, before it the one in the list of services. */
export function useServiceBalance(service: Service): ServiceBalance {
  const { data, isPending, isError, isFetching, refetch } = useBalance(service.service_id);
  return {
    balance: data?.balance ?? service.balance,
    available: data?.available ?? service.available,
    reserved: data?.reserved ?? service.reserved,
    creditLimit: data?.credit_limit ?? service.credit_limit,
    daysLeft: data ? data.days_left : service.days_left,
    updated: data?.balance_updated ?? service.balance_updated,
    isStale: (data?.stale ?? false) || isError,
    isLoading: isPending && service.balance === null,
    isFetching,
    refetch,
  };
}
