import type { BankDetails, PaymentDocument } from '@portal/contract/payments';
import type { Config } from '../../config/config.ts';
import { Big, trimmed } from '../../listing/decimal.ts';
import { transferTo } from './bank-transfer.ts';
import type { PaymentRow } from './payments.repository.ts';

type Action = 'resume' | 'cancel' | 'download' | 'contact';

interface PaymentResponse extends Omit<PaymentRow, 'has_invoice'> {
  documents: PaymentDocument[];
  actions: Action[];
  bank_details: BankDetails | null;
}

/** Converts a payment to the contract's shape. It offers only supported actions: no documents. */
export function toPaymentResponse(row: PaymentRow, config: Config): PaymentResponse {
  const { has_invoice: _, ...members } = row;
  const isAwaited = row.status === 'pending' || row.status === 'partially_paid';
  const bank_details = isAwaited && row.method === 'bank_transfer' ? bankDetails(row, config) : null;
  return {
    ...members,
    paid_amount: paidAmount(row),
    documents: [],
    actions: actionsOf(row, isAwaited),
    bank_details,
  };
}

/** Returns the bank account for a transfer, its reference and the outstanding amount. */
export function bankDetails(row: PaymentRow, config: Config): BankDetails {
  const { reference, number, payment_id, currency } = row;
  return transferTo(config, {
    reference: reference ?? number ?? payment_id,
    amount: amountToCome(row),
    currency,
  });
}

function amountToCome({ gross_amount, amount, paid_amount, paid_currency, currency }: PaymentRow): string {
  const due = new Big(gross_amount ?? amount);
  const isSameMoney = paid_currency === null || paid_currency === currency;
  return (paid_amount !== null && isSameMoney ? due.minus(paid_amount) : due).toFixed(2);
}

/** Two decimals in the payment's currency, at least six in any other. */
function paidAmount({ paid_amount, paid_currency, currency }: PaymentRow): string | null {
  return paid_amount === null ? null : trimmed(paid_amount, paid_currency === currency ? 2 : 6);
}

/** An awaited payment can be resumed, a transfer canceled before money arrives; support must help when money may be stuck. */
function actionsOf(row: PaymentRow, isAwaited: boolean): Action[] {
  const { status, method, type, paid_amount } = row;
  const isTransfer = method === 'bank_transfer' && isAwaited;
  const isCrypto = row.has_invoice && (isAwaited || status === 'processing');
  const isStuck =
    status === 'partially_paid' || status === 'failed' || (status === 'expired' && paid_amount !== null);
  const actions: (Action | false)[] = [
    (isTransfer || isCrypto) && 'resume',
    isTransfer && status === 'pending' && type === 'top_up' && 'cancel',
    isStuck && 'contact',
  ];
  return actions.filter((action) => action !== false);
}
