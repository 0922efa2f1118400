-- A transfer of a cent can be VAT alone: the parts of a payment are the differences of rounded totals. Its entry has no posting to
-- the customer's balance, but belongs to the payment all the same.
alter table payment_entries drop constraint payment_entries_amount_check;

create or replace function vat_of_entry(entry bigint, owner text) returns numeric
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(p.amount), 0)
  from postings p join ledger_accounts a using (ledger_account_id)
  where p.entry_id = entry and a.kind = 'vat'
    and owner = coalesce(nullif(current_setting('portal.account_id', true), ''), owner)
    and (
      exists (
        select from postings own join ledger_accounts o using (ledger_account_id)
        where own.entry_id = entry and o.account_id = owner)
      or exists (select from payment_entries l where l.account_id = owner and l.entry_id = entry))
$$;
