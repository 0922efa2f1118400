import { type ServiceCountries, serviceCountriesSchema } from '@portal/contract/service-countries';
import { api } from '@portal/shared/api';

export function listServiceCountries(serviceId: string, signal?: AbortSignal): Promise<ServiceCountries> {
  const path = `v1/services/${encodeURIComponent(serviceId)}/country`;
  return api.get(path, { signal }).json(serviceCountriesSchema);
}
