import type { Payment } from '@portal/contract/payments';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { IconButton, type IconButtonProps } from '@portal/shared/ui';
import { usePaymentDocuments } from '../../payment-documents.tsx';

interface PaymentRowActionsProps {
  payment: Payment;
  /** Shows the payment with its bank details. */
  onOpen: () => void;
  /** Shows how to go on with a crypto payment. */
  onResume: () => void;
  onCancel: () => void;
}

/** The actions that the server offers for a payment, as buttons at the end of its row. */
export function PaymentRowActions({ payment, onOpen, onResume, onCancel }: PaymentRowActionsProps) {
  const { t } = useTranslation('financesPayments');
  const { documents, isSaving } = usePaymentDocuments(payment);
  const contact = useContactSupport(payment);
  const number = payment.number ?? payment.payment_id;
  const [document] = documents;
  const offers = (action: string) => payment.actions.includes(action);
  const buttons: (Omit<IconButtonProps, 'size'> | false | undefined)[] = [
    offers('resume') && {
      icon: 'wallet',
      label: t(payment.status === 'processing' ? 'actions.followNumber' : 'actions.resumeNumber', { number }),
      onClick: payment.method === 'crypto' ? onResume : onOpen,
    },
    offers('cancel') && { icon: 'close', label: t('actions.cancelNumber', { number }), onClick: onCancel },
    contact &&
      offers('contact') && {
        icon: 'headset',
        label: t('actions.contactNumber', { number }),
        onClick: contact,
      },
    document &&
      offers('download') && {
        icon: 'download',
        label: t('actions.download', { document: document.title }),
        loading: isSaving,
        onClick: document.save,
      },
  ];
  return buttons.map((button) => button && <IconButton key={button.icon} size="small" {...button} />);
}

/** Opens the support form about a payment; undefined when no area offers one. */
export function useContactSupport({ payment_id }: Payment): (() => void) | undefined {
  const contact = useAction('support');
  return contact && (() => contact({ category: 'billing', row_id: payment_id }));
}
