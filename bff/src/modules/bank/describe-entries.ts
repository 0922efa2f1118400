import { printable } from '../../errors/terminal-text.ts';
import type { UnmatchedEntry, UnmatchedReason } from './bank-entries.repository.ts';

const reasons: Record<UnmatchedReason, string> = {
  no_reference: 'names no payment',
  unknown_reference: 'names a payment that does not exist',
  several_references: 'names several payments',
  wrong_currency: 'is in another currency than its payment',
  no_such_receipt: 'takes back more than was received and not refunded',
  several_receipts: 'takes back the transfer of its payment, or an equal one that waits: which of them?',
  batch: 'sums up several transfers without their amounts',
  possible_duplicate: 'may be an entry of another statement in another form: is it a second one?',
  outgoing: 'is a debit: does the bank take a transfer back, or is it a payment of yours, such as a refund?',
};

/** Why an entry could not be assigned, in words that follow its name. */
export function explain(reason: UnmatchedReason): string {
  return reasons[reason];
}

/** Returns entries as lines for the staff. */
export function describeUnmatched(entries: readonly UnmatchedEntry[]): string {
  if (entries.length === 0) return 'Every entry of the imported statements belongs to a payment.';
  return entries
    .map(
      ({ bank_entry_id, booked, amount, currency, payer_name, payer_iban, reference, remittance, reason }) =>
        [
          `${bank_entry_id}  ${booked}  ${amount} ${currency}  ${printable(payer_name ?? '–')} ${printable(payer_iban ?? '')}`,
          `    ${explain(reason)}: ${printable([reference, remittance].filter(Boolean).join(' | ') || 'nothing written')}`,
        ].join('\n'),
    )
    .join('\n');
}
