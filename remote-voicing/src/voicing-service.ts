import {
  type CallTotalsQueryInput,
  type Cdr,
  type CdrQueryInput,
  getCallTotals,
  getCdr,
  listCdrs,
} from '@portal/contract/cdr';
import { listCallRates, type RateQuery } from '@portal/contract/rates';
import { listVoicingStats, type VoicingStatsQueryInput } from '@portal/contract/voicing-stats';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import type { ServiceKind } from '@portal/shared/service-pages';

/** The service that all pages of the area are about. */
export function useVoicingService(): ServiceKind {
  const { t } = useTranslation('voicingCdrs');
  return { type: 'voicing', icon: 'phone-call', textOf: (key) => t(`service.${key}`) };
}

/** A page of calls; the previous page stays on the screen until it has loaded. */
export function useCdrs(serviceId: string, query: CdrQueryInput) {
  return useQuery({
    ...endpointQuery(listCdrs, { params: { service_id: serviceId }, query: { ...query, totals: 'none' } }),
    placeholderData: keepPreviousData,
  });
}

/** A call by its id, unless it is among those that are listed. */
export function useCdr(serviceId: string, cdrId: string | undefined, listed: readonly Cdr[] | undefined) {
  return useQuery({
    ...endpointQuery(getCdr, { params: { service_id: serviceId, cdr_id: cdrId ?? '' } }),
    select: ({ cdr }) => cdr,
    enabled: cdrId !== undefined && !listed?.some((call) => call.cdr_id === cdrId),
  });
}

/** Number and totals of the calls of a filter. Another page or order of the same filter does not request them again. */
export function useCallTotals(serviceId: string, query: CallTotalsQueryInput) {
  return useQuery({
    ...endpointQuery(getCallTotals, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Figures of calls by group; the previous figures stay on the screen until they have loaded. */
export function useVoicingStats(serviceId: string, query: VoicingStatsQueryInput) {
  return useQuery({
    ...endpointQuery(listVoicingStats, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Current prices of calls, for a number or a country only. */
export function useCallRates(serviceId: string, { number, country }: RateQuery) {
  return useQuery({
    ...endpointQuery(listCallRates, { params: { service_id: serviceId }, query: { number, country } }),
    enabled: number !== undefined || country !== undefined,
    placeholderData: keepPreviousData,
  });
}
