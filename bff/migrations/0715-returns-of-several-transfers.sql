-- A return waits, too, because an equal transfer waits: the bank may have taken back either, and no refund explains it.
alter table bank_entries
  drop constraint bank_entries_unmatched_reason_check,
  add constraint bank_entries_unmatched_reason_check check (unmatched_reason in ('no_reference', 'unknown_reference',
    'several_references', 'wrong_currency', 'no_such_receipt', 'several_receipts', 'batch', 'possible_duplicate', 'outgoing'));
update bank_entries taken set unmatched_reason = 'several_receipts'
where unmatched_reason = 'no_such_receipt' and returned_by is null and exists (
  select from bank_entries other
  where other.payment_id is null and other.returned_by is null and other.amount = -taken.amount
    and (other.payer_iban = nullif(taken.payer_iban, taken.iban)) is not false);
