import { compareDecimals } from '@portal/contract/money';
import type { Payment } from '@portal/contract/payments';
import { isOneOf } from '@portal/contract/response-member';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { PaymentNotice } from './payment-notice.tsx';

const known = [
  'pending',
  'partially_paid',
  'paid',
  'expired',
  'failed',
  'canceled',
  'refunded',
  'partially_refunded',
] as const;
type BankState = (typeof known)[number] | 'expiredPart';

/** The state of a bank transfer as a customer distinguishes it; undefined for one of a later server. */
export function bankStateOf({ status, paid_amount }: Payment): BankState | undefined {
  if (status === 'expired' && hasAmount(paid_amount)) return 'expiredPart';
  return isOneOf(known, status) ? status : undefined;
}

const tones = {
  partially_paid: 'warning',
  paid: 'success',
  expired: 'warning',
  expiredPart: 'warning',
  failed: 'error',
  canceled: 'warning',
  refunded: 'info',
  partially_refunded: 'info',
} as const;

const paidReasons = ['overpaid', 'paid_late'] as const;

interface BankStatusProps {
  payment: Payment;
  /** What is still to be transferred, while a transfer is awaited. */
  due: string | null;
}

/** What has happened to a bank transfer and what to do, announced when it changes; nothing while nothing has arrived. */
export function BankStatus({ payment, due }: BankStatusProps) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { money } = useFormat();
  const state = bankStateOf(payment);
  if (state === undefined || state === 'pending') return null;
  const { status_reason: reason, currency } = payment;
  const isCredited = state === 'canceled' && hasAmount(payment.paid_amount);
  const paidWord = state === 'paid' && isOneOf(paidReasons, reason) ? reason : state;
  const word = isCredited ? 'canceledPart' : paidWord;
  const sum = (amount: string | null) => money(amount ?? '0.00', currency);
  const text =
    word === 'refunded' || word === 'partially_refunded'
      ? t('refund.text')
      : t(`bankText.${word}`, {
          received: sum(payment.paid_amount),
          // Without the VAT that it contains.
          credited: sum(payment.credited ?? payment.paid_amount),
          total: sum(payment.gross_amount ?? payment.amount),
          due: sum(due),
        });
  return (
    <PaymentNotice
      payment={payment}
      tone={isCredited ? 'success' : tones[state]}
      needsHelp={state === 'failed'}
    >
      {text}
    </PaymentNotice>
  );
}

function hasAmount(amount: string | null): boolean {
  return compareDecimals(amount ?? '0', '0') > 0;
}
