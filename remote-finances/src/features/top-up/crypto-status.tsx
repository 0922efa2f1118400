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
  | 'unknown';

const known: ReadonlySet<string> = new Set([
  'pending',
  'processing',
  'partially_paid',
  'paid',
  'expired',
  'failed',
  'canceled',
]);

/** The state to show: a payment whose time has ended is shown as expired before the server has stored it. */
export function cryptoStateOf(
  { status }: Payment,
  { received_amount }: CryptoDetails,
  leftMs: number | null,
): CryptoState {
  const isOpen = status === 'pending' || status === 'partially_paid';
  const shown = isOpen && leftMs === 0 ? 'expired' : status;
  const hasReceived = /[1-9]/.test(received_amount ?? '');
  if (shown === 'expired' && hasReceived) return 'expiredPart';
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
  unknown: 'info',
};

interface CryptoStatusProps {
  payment: Payment;
  crypto: CryptoDetails;
  state: CryptoState;
}

/** What has happened to a crypto payment and what to do, announced when it changes. */
export function CryptoStatus({ payment, crypto, state }: CryptoStatusProps) {
  const text = useStatusText(payment, crypto, state);
  const needsHelp = state === 'failed' || state === 'expiredPart';
  return (
    <PaymentNotice payment={payment} tone={tones[state]} needsHelp={needsHelp}>
      {text}
    </PaymentNotice>
  );
}

const paidReasons = ['overpaid', 'underpaid', 'paid_late'] as const;

function useStatusText(
  { status_reason: reason }: Payment,
  crypto: CryptoDetails,
  state: CryptoState,
): string {
  const { t } = useTranslation('financesTopUpBalanceSidebar');
  const { quantity } = useDecimalFormat();
  const { dateTime } = useFormat();
  const asset = crypto.pay_currency?.toUpperCase() ?? '';
  const inAsset = (amount: string | null) => `${quantity(amount ?? '0')} ${asset}`;
  if (state === 'paid') return t(`cryptoText.${isOneOf(paidReasons, reason) ? reason : 'paid'}`);
  return t(`cryptoText.${state === 'unknown' ? 'pending' : state}`, {
    received: inAsset(crypto.received_amount),
    total: inAsset(crypto.pay_amount),
    due: inAsset(crypto.due_amount),
    time: dateTime(crypto.expires_at),
  });
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
