import {
  type Payment,
  type PaymentDocument,
  paymentDocumentKinds,
  paymentMethods,
  paymentStatuses,
  paymentStatusReasons,
  paymentTypes,
} from '@portal/contract/payments';
import { serviceTypes } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import type { BadgeTone } from '@portal/shared/ui';

/** The words of a payment in the customer's language; a word that a later server adds shows as it is. */
export function usePaymentWords() {
  const { t } = useTranslation('financesPayments');
  return {
    status: ({ status }: Payment) => {
      const known = paymentStatuses.find((one) => one === status);
      return known ? t(`status.${known}`) : status;
    },
    reason: ({ status_reason }: Payment) => {
      const known = paymentStatusReasons.find((one) => one === status_reason);
      return known ? t(`reason.${known}`) : status_reason;
    },
    method: ({ method }: Payment) => {
      const known = paymentMethods.find((one) => one === method);
      return known ? t(`method.${known}`) : method;
    },
    type: ({ type }: Payment) => {
      const known = paymentTypes.find((one) => one === type);
      return known ? t(`type.${known}`) : type;
    },
    service: ({ service_type }: Payment) => {
      const known = serviceTypes.find((one) => one === service_type);
      return known ? t(`service.${known}`) : service_type;
    },
    document: ({ kind }: PaymentDocument) => {
      const known = paymentDocumentKinds.find((one) => one === kind);
      return known ? t(`document.${known}`) : kind;
    },
  };
}

const tones: Readonly<Record<string, BadgeTone>> = {
  pending: 'info',
  processing: 'info',
  partially_paid: 'warning',
  paid: 'success',
  failed: 'error',
};

export function toneOfPayment({ status }: Payment): BadgeTone {
  return tones[status] ?? 'neutral';
}
