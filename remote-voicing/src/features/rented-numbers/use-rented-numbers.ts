import {
  listRentedNumbers,
  type RentedNumber,
  type RentedNumbersQueryInput,
  updateNumberLabel,
} from '@portal/contract/rented-numbers';
import {
  changeThenReload,
  endpointKey,
  endpointQuery,
  keepPreviousData,
  request,
  useQuery,
  useQueryClient,
} from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';

/** A page of the rented numbers; the previous page stays on the screen until it has loaded. */
export function useRentedNumbers(serviceId: string, query: RentedNumbersQueryInput) {
  return useQuery({
    ...endpointQuery(listRentedNumbers, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Stores the label of a number and loads the list again. Returns the stored label. */
export function useStoreLabel(serviceId: string, { number_id }: Pick<RentedNumber, 'number_id'>) {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: endpointKey(listRentedNumbers) });
  return async (body: { label: string | null }) => {
    const params = { service_id: serviceId, number_id };
    const { label } = await changeThenReload(request(updateNumberLabel, { params, body }), reload);
    return label;
  };
}

interface NumberSupport {
  requestNumber: () => void;
  cancelNumber: (number: RentedNumber) => void;
  reportProblem: (number: RentedNumber) => void;
}

/**
 * Actions that people at support carry out; each opens the support form with a prepared text. Undefined when no area
 * offers support.
 */
export function useNumberSupport(): NumberSupport | undefined {
  const { t } = useTranslation('voicingPhoneNumbers');
  const contact = useAction('support');
  if (contact === undefined) return undefined;
  const ask = (subject: string, body: string, row = {}) =>
    contact({ category: 'numbers', subject, body, ...row });
  return {
    requestNumber: () => ask(t('support.requestSubject'), t('support.requestBody')),
    cancelNumber: ({ number, number_id: id }) =>
      ask(t('support.cancelSubject', { number }), t('support.cancelBody', { number, id }), { row_id: id }),
    reportProblem: ({ number, number_id: id }) =>
      ask(t('support.problemSubject', { number }), t('support.problemBody', { number, id }), { row_id: id }),
  };
}
