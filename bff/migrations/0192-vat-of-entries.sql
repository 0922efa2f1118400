-- The VAT that an entry of the account posted. A customer's transaction does not see the provider's accounts, and the preview of
-- an invoice needs the VAT of the payments that it documents.
create function vat_of_entry(entry bigint, owner text) returns numeric
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(p.amount), 0)
  from postings p join ledger_accounts a using (ledger_account_id)
  where p.entry_id = entry and a.kind = 'vat'
    and owner = coalesce(nullif(current_setting('portal.account_id', true), ''), owner)
    and exists (
      select from postings own join ledger_accounts o using (ledger_account_id)
      where own.entry_id = entry and o.account_id = owner)
$$;
revoke all on function vat_of_entry from public;
grant execute on function vat_of_entry to portal_app, portal_server;
