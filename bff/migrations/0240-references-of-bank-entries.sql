-- An entry is recognized by the bank's own reference; without one, an equal entry of another statement waits for the staff.
alter table bank_entries
  add column bank_reference text,
  -- Null for entries from before this migration.
  add column statement text,
  drop constraint bank_entries_unmatched_reason_check,
  add constraint bank_entries_unmatched_reason_check check (unmatched_reason in ('no_reference', 'unknown_reference',
    'several_references', 'wrong_currency', 'no_such_receipt', 'batch', 'possible_duplicate'));
create index bank_entries_without_statement on bank_entries (booked, amount) where statement is null;
