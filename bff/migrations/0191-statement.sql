-- The statement of account: each posting to a customer's balance is a numbered line with the balance after it. Lines are numbered
-- while the service's row is locked, so that their order is that of the commits and a line is never inserted before another.
alter table postings
  -- From 1 without gaps; null for the provider's accounts.
  add column line integer,
  -- Never before that of the preceding line.
  add column booked_at timestamptz,
  add column balance_after numeric(20, 6);

alter table postings disable trigger append_only;
update postings p
set line = numbered.line, booked_at = numbered.booked_at, balance_after = numbered.balance_after
from (
  select entry_id, ledger_account_id, row_number() over account as line, max(recorded_at) over account as booked_at,
    sum(amount) over account as balance_after
  from postings join journal_entries using (entry_id) join ledger_accounts using (ledger_account_id)
  where account_id is not null
  window account as (partition by ledger_account_id order by entry_id)
) numbered
where p.entry_id = numbered.entry_id and p.ledger_account_id = numbered.ledger_account_id;
alter table postings enable trigger append_only;

alter table postings
  add check ((line is null) = (booked_at is null) and (line is null) = (balance_after is null)),
  add unique (ledger_account_id, line);
create index postings_by_time on postings (ledger_account_id, booked_at, line) where line is not null;
-- What a line books.
create index usage_batches_by_entry on usage_batches (entry_id);
create index usage_corrections_by_entry on usage_corrections (entry_id);

-- The document that an entry posts. Keys of other events are not the customer's business.
alter table journal_entries add column document_id text
  generated always as (case when event_key like 'invoice:%' then substr(event_key, 9) end) virtual;
grant select (document_id) on journal_entries to portal_app;

-- Only the owner, whose transactions load a demonstration, can name another time.
create function booking_time() returns timestamptz language plpgsql as $$
declare
  named text := current_setting('portal.booked_at', true);
begin
  if named <> '' and pg_has_role(session_user, 'portal_owner', 'member') then
    return named::timestamptz;
  end if;
  return clock_timestamp();
end
$$;

create or replace function apply_posting() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account ledger_accounts;
  last postings;
begin
  select * into account from ledger_accounts where ledger_account_id = new.ledger_account_id;
  if account.service_id is null then
    new.line := null; new.booked_at := null; new.balance_after := null;
    return new;
  end if;
  update services set balance = balance + new.amount, balance_updated = now(), updated = now()
  where account_id = account.account_id and service_id = account.service_id
  returning balance into new.balance_after;
  select * into last from postings where ledger_account_id = new.ledger_account_id order by line desc limit 1;
  new.line := coalesce(last.line, 0) + 1;
  new.booked_at := greatest(last.booked_at, booking_time());
  return new;
end
$$;
drop trigger postings_balance on postings;
create trigger postings_balance before insert on postings for each row execute function apply_posting();
