import { cancelPayment, listPayments, type Payment } from '@portal/contract/payments';
import { getBalance } from '@portal/contract/services';
import { endpointKey, request, useIdempotencyKey, useMutation, useQueryClient } from '@portal/shared/api';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import { ConfirmDialog, toast } from '@portal/shared/ui';

interface PaymentCancellationProps {
  /** The payment about which the dialog asks; null closes it. */
  payment: Payment | null;
  onClose: () => void;
}

/** Asks whether to cancel a payment, and cancels it. The list is loaded again also after a refusal, which it explains. */
export function PaymentCancellation({ payment, onClose }: PaymentCancellationProps) {
  const { t } = useTranslation('financesPayments');
  const { money } = useFormat();
  const { errorText } = useErrorText();
  const cache = useQueryClient();
  const keyOf = useIdempotencyKey();
  const cancellation = useMutation({
    mutationFn: ({ payment_id }: Payment) =>
      request(cancelPayment, { params: { payment_id }, body: {}, idempotencyKey: keyOf(payment_id) }),
    onSuccess: (_response, { number, payment_id }) =>
      toast({ tone: 'success', text: t('cancel.done', { number: number ?? payment_id }) }),
    onError: (error) => toast({ tone: 'error', text: errorText(error) }),
    onSettled: async () => {
      await Promise.all(
        [listPayments, getBalance].map((endpoint) =>
          cache.invalidateQueries({ queryKey: endpointKey(endpoint) }),
        ),
      );
      onClose();
    },
  });
  const amount = payment && money(payment.gross_amount ?? payment.amount, payment.currency);
  return (
    <ConfirmDialog
      isOpen={payment !== null}
      title={t('cancel.title')}
      tone="danger"
      confirmText={t('actions.cancel')}
      cancelText={t('cancel.keep')}
      loading={cancellation.isPending}
      onConfirm={() => payment && !cancellation.isPending && cancellation.mutate(payment)}
      onCancel={onClose}
    >
      {payment && t('cancel.text', { number: payment.number ?? payment.payment_id, amount })}
    </ConfirmDialog>
  );
}
