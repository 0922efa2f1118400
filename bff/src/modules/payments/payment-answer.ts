import type { BankDetails, PaymentDocument } from '@portal/contract/payments';
import type { Config } from '../../config/config.ts';
import { Big, trimmed } from '../../listing/decimal.ts';
import type { PaymentRow } from './payments.repository.ts';

type Action = 'resume' | 'cancel' | 'download' | 'contact';

interface PaymentAnswer extends PaymentRow {
  documents: PaymentDocument[];
  actions: Action[];
  bank_details: BankDetails | null;
}

/** A payment as the contract shows it. It offers only what this server can do: no documents, nothing to cancel. */
export function paymentAnswer(row: PaymentRow, config: Config): PaymentAnswer {
  const isAwaited = row.status === 'pending' || row.status === 'partially_paid';
  const bank_details = isAwaited && row.method === 'bank_transfer' ? bankDetails(row, config) : null;
  return {
    ...row,
    paid_amount: paidAmount(row),
    documents: [],
    actions: actionsOf(row, bank_details),
    bank_details,
  };
}

/** The account that a transfer goes to, what must stand in it, and how much of it is still to come. */
export function bankDetails(row: PaymentRow, config: Config): BankDetails {
  const { reference, number, payment_id, currency } = row;
  return {
    beneficiary: config.PROVIDER_NAME,
    iban: config.PROVIDER_IBAN,
    bic: config.PROVIDER_BIC,
    bank_name: config.PROVIDER_BANK,
    reference: reference ?? number ?? payment_id,
    amount: amountToCome(row),
    currency,
  };
}

function amountToCome({ gross_amount, amount, paid_amount, paid_currency, currency }: PaymentRow): string {
  const due = new Big(gross_amount ?? amount);
  const isSameMoney = paid_currency === null || paid_currency === currency;
  return (paid_amount !== null && isSameMoney ? due.minus(paid_amount) : due).toFixed(2);
}

/** Cents of money, at least six decimals of anything else. */
function paidAmount({ paid_amount, paid_currency, currency }: PaymentRow): string | null {
  return paid_amount === null ? null : trimmed(paid_amount, paid_currency === currency ? 2 : 6);
}

/** What is awaited can be paid; where money may have got stuck, only a person can help. */
function actionsOf({ status, paid_amount }: PaymentRow, bank: BankDetails | null): Action[] {
  const isStuck =
    status === 'partially_paid' || status === 'failed' || (status === 'expired' && paid_amount !== null);
  return [...(bank === null ? [] : ['resume' as const]), ...(isStuck ? ['contact' as const] : [])];
}
