import type { RentedNumbersPage, RentedNumbersQueryInput } from '@portal/contract/rented-numbers';
import { listRentedNumbers } from '@portal/contract/service-endpoints';
import { endpointQuery, keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';

/** A page of the rented numbers; the previous page stays on the screen until it has loaded. */
export function useRentedNumbers(
  serviceId: string,
  query: RentedNumbersQueryInput,
): UseQueryResult<RentedNumbersPage> {
  return useQuery({
    ...endpointQuery(listRentedNumbers, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}
