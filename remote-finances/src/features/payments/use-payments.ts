import {
  listPayments,
  type Payment,
  type PaymentsQuery,
  paymentMethods,
  paymentStatuses,
  paymentStatusReasons,
  paymentTypes,
} from '@portal/contract/payments';
import { isOneOf } from '@portal/contract/response-member';
import { serviceTypes } from '@portal/contract/services';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import type { BadgeTone } from '@portal/shared/ui';

/** A page of payments; the previous page stays on the screen until it has loaded. */
export function usePayments(query: PaymentsQuery) {
  return useQuery({ ...endpointQuery(listPayments, { query }), placeholderData: keepPreviousData });
}

/** The words of a payment in the customer's language; a word of a later server is shown as it is. */
export function usePaymentWords() {
  const { t } = useTranslation('financesPayments');
  return {
    status: ({ status }: Pick<Payment, 'status'>) =>
      isOneOf(paymentStatuses, status) ? t(`status.${status}`) : status,
    reason: ({ status_reason: reason }: Pick<Payment, 'status_reason'>) =>
      isOneOf(paymentStatusReasons, reason) ? t(`reason.${reason}`) : reason,
    method: ({ method }: Payment) => (isOneOf(paymentMethods, method) ? t(`method.${method}`) : method),
    type: ({ type }: Payment) => (isOneOf(paymentTypes, type) ? t(`type.${type}`) : type),
    service: ({ service_type: type }: Payment) => (isOneOf(serviceTypes, type) ? t(`service.${type}`) : type),
  };
}

const tones: Readonly<Record<string, BadgeTone>> = {
  pending: 'info',
  processing: 'info',
  partially_paid: 'warning',
  paid: 'success',
  failed: 'error',
};

export function toneOfPayment({ status }: Pick<Payment, 'status'>): BadgeTone {
  return tones[status] ?? 'neutral';
}
