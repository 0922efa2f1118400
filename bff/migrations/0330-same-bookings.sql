-- What shows that entries of two files are one booking, or that they are two: the bank's reference of the transfer beside that of its
-- entry, and the payer's. Entries from before 0243 have no amount of the entry: the level of their reference is not known.
alter table bank_entries
  add column transfer_reference text,
  add column end_to_end_id text,
  drop constraint bank_entries_unmatched_reason_check,
  add constraint bank_entries_unmatched_reason_check check (unmatched_reason in ('no_reference', 'unknown_reference',
    'several_references', 'wrong_currency', 'no_such_receipt', 'batch', 'possible_duplicate', 'outgoing'));
update bank_entries set entry_reference = bank_reference where entry_amount is null;
update bank_entries set transfer_reference = bank_reference where bank_reference is distinct from entry_reference;
create index bank_entries_by_entry_reference on bank_entries (entry_reference) where entry_reference is not null;
create index bank_entries_by_transfer_reference on bank_entries (transfer_reference) where transfer_reference is not null;
