import type { Payment } from '@portal/contract/payments';
import { requestFile } from '@portal/shared/api';
import { useAction } from '@portal/shared/area';
import { useTranslation } from '@portal/shared/i18n';
import { IconButton, type IconButtonProps } from '@portal/shared/ui';
import { useSaveDocument } from '../../use-save-document.ts';
import { usePaymentWords } from './use-payments.ts';

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
      label: t('actions.resumeNumber', { number }),
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

/** A payment's documents, each with its title and a function that saves it. */
export function usePaymentDocuments(payment: Payment) {
  const { t } = useTranslation('financesPayments');
  const words = usePaymentWords();
  const { save, isSaving } = useSaveDocument();
  const documents = payment.documents.map((document) => {
    const name = words.document(document);
    const title = document.number ? `${name} ${document.number}` : name;
    return {
      url: document.url,
      title,
      save: () =>
        void save({
          fileName: `${document.kind}_${document.number ?? payment.payment_id}.${endingOf(document.mime)}`,
          load: () => requestFile(document.url, document.mime),
          failure: (reason) => t('actions.downloadFailed', { document: title, reason }),
        }),
    };
  });
  return { documents, isSaving };
}

function endingOf(mime: string): string {
  return /^[a-z]+\/([a-z0-9]{2,5})$/.exec(mime)?.[1] ?? 'bin';
}
