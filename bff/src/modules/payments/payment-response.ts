import type { BankDetails, PaymentDocument } from '@portal/contract/payments';
import type { Config } from '../../config/config.ts';
import { Big, trimmed } from '../../listing/decimal.ts';
import { issuerOf, transferTo } from '../bank-transfer/bank-transfer.ts';
import type { PaymentRow } from './payments.repository.ts';

export type PrintedKind = 'proforma' | 'receipt';
type Action = 'resume' | 'cancel' | 'download' | 'contact';

interface PaymentResponse extends Omit<PaymentRow, 'has_invoice' | 'has_particulars' | 'has_entries'> {
  documents: PaymentDocument[];
  actions: Action[];
  bank_details: BankDetails | null;
}

/** Converts a payment to the contract's shape, with the actions and documents that it has. */
export function toPaymentResponse(row: PaymentRow, config: Config): PaymentResponse {
  const { has_invoice: _, has_particulars: __, has_entries: ___, ...members } = row;
  const documents = documentsOf(row);
  const isAwaited = row.status === 'pending' || row.status === 'partially_paid';
  const bank_details = isAwaited && row.method === 'bank_transfer' ? bankDetails(row, config) : null;
  return {
    ...members,
    paid_amount: paidAmount(row),
    documents,
    actions: [...actionsOf(row, isAwaited), ...(documents.length > 0 ? (['download'] as const) : [])],
    bank_details,
  };
}

/** A receipt from the first money on, and the pro-forma invoice of a transfer; what is asked for most comes first. */
function documentsOf(row: PaymentRow): PaymentDocument[] {
  const { payment_id, number } = row;
  const kinds = [
    hasDocument(row, 'receipt') && 'receipt',
    hasDocument(row, 'proforma') && 'proforma',
  ] as const;
  return kinds
    .filter((kind) => kind !== false)
    .map((kind) => ({
      kind,
      number,
      url: `/v1/finances/payments/${payment_id}/documents/${kind}.pdf`,
      mime: 'application/pdf',
    }));
}

/** Transfers for a monthly invoice have no pro forma, and so no due date of their own. */
export function hasDocument(row: PaymentRow, kind: PrintedKind): boolean {
  const { type, method, due_date, has_particulars, has_entries } = row;
  if (type !== 'top_up' || !has_particulars) return false;
  return kind === 'receipt' ? has_entries : method === 'bank_transfer' && due_date !== null;
}

/** Returns the bank account for a transfer, its reference and the outstanding amount. */
export function bankDetails(row: PaymentRow, config: Config): BankDetails {
  const { reference, number, payment_id, currency } = row;
  return transferTo(issuerOf(config), {
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
