import { type CdrQueryInput, type CdrsPage, cdrsPageSchema } from '@portal/contract/cdr';
import { api } from '@portal/shared/api';

export function listCdrs(serviceId: string, query: CdrQueryInput, signal?: AbortSignal): Promise<CdrsPage> {
  return api.get(`v1/services/${encodeURIComponent(serviceId)}/cdr`, { query, signal }).json(cdrsPageSchema);
}
