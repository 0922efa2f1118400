-- The day that the bank stated of an entry of the account; null for an entry of another origin. Documents state this day, which no change of
-- the account's time zone moves. A customer's transaction does not see entries of the bank, and the preview of an invoice needs their days.
create function bank_day_of_entry(entry bigint, owner text) returns date
language sql stable security definer set search_path = public, pg_temp as $$
  select b.booked
  from journal_entries e join bank_entries b on b.bank_entry_id = substr(e.event_key, 6)
  where e.entry_id = entry and starts_with(e.event_key, 'bank:') and b.account_id = owner
    and owner = coalesce(nullif(current_setting('portal.account_id', true), ''), owner)
$$;
revoke all on function bank_day_of_entry from public;
grant execute on function bank_day_of_entry to portal_app, portal_server;
