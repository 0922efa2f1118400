import type { RentedNumber } from '@portal/contract/rented-numbers';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';

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
