import type { Payment } from '@portal/contract/payments';
import { useTranslation } from '@portal/shared/i18n';
import { RowDrawer } from '@portal/shared/ui';
import { PaymentDetails } from './payment-details.tsx';

interface PaymentDrawerProps {
  /** Absent while the list is loading, or when the address names a payment that is not in it. */
  payment: Payment | undefined;
  isLoading: boolean;
  onClose: () => void;
}

/** The open row of the list. */
export function PaymentDrawer({ payment, isLoading, onClose }: PaymentDrawerProps) {
  const { t } = useTranslation('financesPayments');
  const title = payment?.number ? t('details.title', { number: payment.number }) : t('details.untitled');
  return (
    <RowDrawer isOpen title={title} row={payment} isLoading={isLoading} onClose={onClose}>
      {(shown) => <PaymentDetails payment={shown} />}
    </RowDrawer>
  );
}
