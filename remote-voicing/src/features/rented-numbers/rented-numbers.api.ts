import {
  type RentedNumbersPage,
  type RentedNumbersQueryInput,
  rentedNumbersPageSchema,
} from '@portal/contract/rented-numbers';
import { api } from '@portal/shared/api';

export function listRentedNumbers(
  serviceId: string,
  query: RentedNumbersQueryInput,
  signal?: AbortSignal,
): Promise<RentedNumbersPage> {
  const path = `v1/services/${encodeURIComponent(serviceId)}/numbers/rented`;
  return api.get(path, { query, signal }).json(rentedNumbersPageSchema);
}
