-- The entry of the bank of which a stored one is a part: another file may contain it as a whole, or with other texts.
alter table bank_entries add column entry_reference text, add column entry_amount numeric(20, 2);
create index bank_entries_by_day on bank_entries (iban, booked);
