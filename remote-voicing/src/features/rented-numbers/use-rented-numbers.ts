import type { RentedNumbersPage, RentedNumbersQueryInput } from '@portal/contract/rented-numbers';
import { keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';
import { listRentedNumbers } from './rented-numbers.api.ts';

/** A page of the rented numbers; the one before stays on the screen until it is there. */
export function useRentedNumbers(
  serviceId: string,
  query: RentedNumbersQueryInput,
): UseQueryResult<RentedNumbersPage> {
  return useQuery({
    queryKey: ['rented-numbers', serviceId, query],
    queryFn: ({ signal }) => listRentedNumbers(serviceId, query, signal),
    placeholderData: keepPreviousData,
  });
}
