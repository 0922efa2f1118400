import type { Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { IconButton } from '@portal/shared/ui';
import { useContactSupport } from './use-contact-support.ts';
import { usePaymentDocuments } from './use-payment-documents.ts';

interface PaymentRowActionsProps {
  payment: Payment;
  /** Shows how to pay. */
  onOpen: () => void;
}

/** What the server offers for a payment, as buttons at the end of its row. */
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
