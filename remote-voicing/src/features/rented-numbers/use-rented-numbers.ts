import {
  listRentedNumbers,
  type RentedNumber,
  type RentedNumbersQueryInput,
} from '@portal/contract/rented-numbers';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';

/** A page of the rented numbers; the previous page stays on the screen until it has loaded. */
export function useRentedNumbers(serviceId: string, query: RentedNumbersQueryInput) {
  return useQuery({
    ...endpointQuery(listRentedNumbers, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
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
