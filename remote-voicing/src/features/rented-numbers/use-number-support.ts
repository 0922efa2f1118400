import type { RentedNumber } from '@portal/contract/rented-numbers';
import { useSidebar } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { sidebars } from '../../paths.ts';

interface NumberSupport {
  requestNumber: () => void;
  cancelNumber: (number: RentedNumber) => void;
  reportProblem: (number: RentedNumber) => void;
}

/** Numbers are rented, cancelled and repaired by people: each opens the support form with its text begun. */
export function useNumberSupport(): NumberSupport {
  const { t } = useTranslation('voicingPhoneNumbers');
  const { open } = useSidebar();
  const ask = (subject: string, body: string, row = {}) =>
    open(sidebars.support, { category: 'numbers', subject, body, ...row });
  return {
    requestNumber: () => ask(t('support.requestSubject'), t('support.requestBody')),
    cancelNumber: ({ number, number_id: id }) =>
      ask(t('support.cancelSubject', { number }), t('support.cancelBody', { number, id }), { row_id: id }),
    reportProblem: ({ number, number_id: id }) =>
      ask(t('support.problemSubject', { number }), t('support.problemBody', { number, id }), { row_id: id }),
  };
}
