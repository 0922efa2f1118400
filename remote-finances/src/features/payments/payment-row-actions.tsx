import type { Payment } from '@portal/contract/payments';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { IconButton } from '@portal/shared/ui';
import { usePaymentDocuments } from './payment-requests.ts';

interface PaymentRowActionsProps {
  payment: Payment;
  /** Shows how to pay. */
  onOpen: () => void;
}

/** The actions that the server offers for a payment, as buttons at the end of its row. */
export function PaymentRowActions({ payment, onOpen }: PaymentRowActionsProps) {
  const { t } = useTranslation('financesPayments');
  const { documents, isSaving } = usePaymentDocuments(payment);
  const contact = useContactSupport(payment);
  const number = payment.number ?? payment.payment_id;
  const [document] = documents;
  return (
    <>
      {payment.actions.includes('resume') && (
        <IconButton
          size="small"
          icon="wallet"
          label={t('actions.resumeNumber', { number })}
          onClick={onOpen}
        />
      )}
      {payment.actions.includes('contact') && contact && (
        <IconButton
          size="small"
          icon="headset"
          label={t('actions.contactNumber', { number })}
          onClick={contact}
        />
      )}
      {payment.actions.includes('download') && document && (
        <IconButton
          size="small"
          icon="download"
          label={t('actions.download', { document: document.title })}
          loading={isSaving}
          onClick={document.save}
        />
      )}
    </>
  );
}

/** Opens the support form about a payment; undefined when no area offers one. */
export function useContactSupport({ payment_id }: Payment): (() => void) | undefined {
  const contact = useAction('support');
  return contact && (() => contact({ category: 'billing', row_id: payment_id }));
}
