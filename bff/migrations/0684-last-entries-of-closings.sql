-- What a closing took in, whatever the clock said: entries of a service rise in the order in which they change its balance.
alter table month_closings
  -- The service's latest entry before its document is posted; 0 without entries.
  add column last_entry bigint not null default 0;

-- The entry before the document's; a closing that posted nothing has only its time.
update month_closings c
set last_entry = coalesce(
  case when invoice.entry_id is null
    then (
      select p.entry_id from postings p
      where p.ledger_account_id = a.ledger_account_id and p.booked_at <= c.closed order by booked_at desc, line desc limit 1)
    else (
      select max(p.entry_id) from postings p
      where p.ledger_account_id = a.ledger_account_id and p.entry_id < invoice.entry_id)
  end, 0)
from month_closings m
join ledger_accounts a using (account_id, service_id)
left join journal_entries invoice on invoice.event_key = 'invoice:' || m.monthly_vat_invoice_id
where (c.account_id, c.service_id, c.month) = (m.account_id, m.service_id, m.month);

-- The closing has locked the service, so no entry is posted meanwhile.
create function note_last_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.last_entry := coalesce((
    select entry_id from postings
    where ledger_account_id = (
      select ledger_account_id from ledger_accounts where account_id = new.account_id and service_id = new.service_id)
    order by line desc limit 1), 0);
  return new;
end
$$;
create trigger month_closings_last_entry before insert on month_closings for each row execute function note_last_entry();

-- Batches that arrived after their month was closed are among the latest.
drop index usage_batches_by_arrival;
create index usage_batches_by_arrival on usage_batches (account_id, service_id, entry_id);
