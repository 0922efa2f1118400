import type { Payment } from '@portal/contract/payments';
import { isOneOf } from '@portal/contract/response-member';
import type { CryptoDetails } from '@portal/contract/top-up';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { ProgressSteps, useDecimalFormat } from '@portal/shared/ui';
import { PaymentNotice } from '../../payment-notice.tsx';

/** The states that a customer distinguishes; `unknown` is one of a later server. */
export type CryptoState =
  | 'pending'
  | 'processing'
  | 'partially_paid'
  | 'paid'
  | 'expired'
  | 'expiredPart'
  | 'failed'
  | 'canceled'
  | 'refunded'
  | 'partially_refunded'
  | 'unknown';

const known: ReadonlySet<string> = new Set([
  'pending',
  'processing',
  'partially_paid',
  'paid',
  'expired',
  'failed',
  'canceled',
  'refunded',
  'partially_refunded',
]);

/** The state to show: a payment whose time has ended is shown as expired before the server has stored it. */
export function cryptoStateOf(
  { status }: Payment,
  { received_amount }: CryptoDetails,
  leftMs: number | null,
): CryptoState {
  const isOpen = status === 'pending' || status === 'partially_paid';
  const shown = isOpen && leftMs === 0 ? 'expired' : status;
  if (shown === 'expired' && isSome(received_amount)) return 'expiredPart';
  return isKnown(shown) ? shown : 'unknown';
}

function isKnown(status: string): status is Exclude<CryptoState, 'expiredPart' | 'unknown'> {
  return known.has(status);
}

const tones: Readonly<Record<CryptoState, 'info' | 'warning' | 'success' | 'error'>> = {
  pending: 'info',
  processing: 'info',
  partially_paid: 'warning',
  paid: 'success',
  expired: 'warning',
  expiredPart: 'warning',
  failed: 'error',
  canceled: 'warning',
  refunded: 'info',
  partially_refunded: 'info',
  unknown: 'info',
};

interface CryptoStatusProps {
  payment: Payment;
  crypto: CryptoDetails;
  state: CryptoState;
}

/** What has happened to a crypto payment and what to do, announced when it changes. */
export function CryptoStatus({ payment, crypto, state }: CryptoStatusProps) {
  const text = useStatusText({ payment, crypto, state });
  const needsHelp = state === 'failed' || state === 'expiredPart';
  // Nothing is known of a state of a later server.
  if (state === 'unknown') return null;
  return (
    <PaymentNotice payment={payment} tone={tones[state]} needsHelp={needsHelp}>
      {text}
    </PaymentNotice>
  );
}

/** Whether a part of the money waits for the network; a server that does not say has it counted as received. */
export function isUnconfirmed({ unconfirmed_amount }: CryptoDetails): boolean {
  return isSome(unconfirmed_amount);
}

export function isSome(amount: string | null): boolean {
  return /[1-9]/.test(amount ?? '');
}

const paidReasons = ['overpaid', 'underpaid', 'paid_late'] as const;

/** What is promised must have happened, or happen: what is credited, and what still waits for the network, are said apart. */
function useStatusText({ payment, crypto, state }: CryptoStatusProps): string {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { quantity } = useDecimalFormat();
  const { dateTime, money } = useFormat();
  if (state === 'unknown') return '';
  const asset = crypto.pay_currency?.toUpperCase() ?? '';
  const inAsset = (amount: string | null) => `${quantity(amount ?? '0')} ${asset}`;
  const unconfirmed = inAsset(crypto.unconfirmed_amount ?? crypto.received_amount);
  const word = wordOf({ payment, crypto, state });
  const isAboutUnconfirmed = word === 'processing' || word === 'processingLate' || word === 'expiredPart';
  const text =
    word === 'refunded'
      ? t('refund.text')
      : t(`cryptoText.${word}`, {
          received: isAboutUnconfirmed ? unconfirmed : inAsset(crypto.received_amount),
          credited: money(payment.credited ?? payment.amount, payment.currency),
          total: inAsset(crypto.pay_amount),
          due: inAsset(crypto.due_amount),
          time: dateTime(crypto.expires_at),
        });
  // Everything may have been sent, and be worth less than the amount.
  if (state === 'expiredPart' && hasLate(crypto)) return `${text} ${t('cryptoText.expired')}`;
  const hasMore = state === 'paid' || state === 'refunded' || state === 'partially_refunded';
  return hasMore && isUnconfirmed(crypto)
    ? `${text} ${t('cryptoText.more', { received: unconfirmed })}`
    : text;
}

function wordOf({ payment, crypto, state }: CryptoStatusProps & { state: Exclude<CryptoState, 'unknown'> }) {
  const { status_reason: reason, credited } = payment;
  switch (state) {
    case 'paid':
      return isOneOf(paidReasons, reason) ? reason : 'paid';
    case 'processing':
      return reason === 'paid_late' ? 'processingLate' : 'processing';
    case 'expiredPart':
      if (isUnconfirmed(crypto) || credited === null)
        return hasLate(crypto) ? 'processingLate' : 'expiredPart';
      return hasLate(crypto) ? 'paid_late' : 'expiredCredited';
    case 'failed':
      return isSome(credited) ? 'failedPart' : 'failed';
    case 'canceled':
      return isSome(credited) ? 'canceledPart' : 'canceled';
    case 'refunded':
    case 'partially_refunded':
      return 'refunded';
    default:
      return state;
  }
}

/** Whether a transfer has arrived after the time for which its rate was agreed. */
function hasLate({ transactions, expires_at }: CryptoDetails): boolean {
  const endMs = Date.parse(expires_at ?? '');
  return transactions.some(({ received_at }) => Date.parse(received_at ?? '') >= endMs);
}

/** The way of the money: sent, confirmed by the network, credited. */
export function CryptoProgress({ crypto, state }: Pick<CryptoStatusProps, 'crypto' | 'state'>) {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const reached = { pending: 0, partially_paid: 0, processing: 1, paid: 3 }[String(state)];
  if (reached === undefined) return null;
  const { confirmations: done, confirmations_required: required } = crypto;
  const counted = done !== null && required !== null && t('crypto.confirmationsOf', { done, required });
  const titles = [
    { id: 'send', title: t('crypto.steps.send') },
    { id: 'confirm', title: t('crypto.confirmations'), description: reached === 1 && counted },
    { id: 'credit', title: t('crypto.steps.credit') },
  ];
  return (
    <ProgressSteps
      label={t('crypto.steps.label')}
      steps={titles.map((step, index) => ({
        ...step,
        state: index < reached ? 'done' : index === reached ? 'current' : 'todo',
      }))}
    />
  );
}
