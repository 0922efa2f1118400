-- A crossing of the alert's threshold, and the last change of a balance, have the time at which they happen, while the service is locked.
-- The begin of a transaction may be long before: meanwhile the customer was mailed, and has topped up.

-- After a crossing, no mail has been sent, whatever the clock says: the time of a mail is compared with no other.
create or replace function follow_threshold() returns trigger language plpgsql as $$
begin
  if not new.threshold_enabled then
    new.threshold_state := 'off';
  elsif new.balance + new.credit_limit - new.alert_reserved < new.threshold_amount then
    if new.threshold_state <> 'triggered' then
      new.threshold_triggered_at := clock_timestamp();
      new.threshold_told_at := null;
    end if;
    new.threshold_state := 'triggered';
  else
    new.threshold_state := 'armed';
  end if;
  return new;
end
$$;

-- Crossings of which the customer was not notified yet.
update services set threshold_told_at = null
where threshold_state = 'triggered' and threshold_told_at < threshold_triggered_at;

create or replace function apply_posting() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account ledger_accounts;
  last postings;
  changed timestamptz := clock_timestamp();
begin
  select * into account from ledger_accounts where ledger_account_id = new.ledger_account_id;
  if account.service_id is null then
    new.line := null; new.booked_at := null; new.balance_after := null;
    return new;
  end if;
  -- The entry has locked the service before.
  update services set balance = balance + new.amount, balance_updated = changed, updated = changed
  where account_id = account.account_id and service_id = account.service_id
  returning balance into new.balance_after;
  select * into last from postings where ledger_account_id = new.ledger_account_id order by line desc limit 1;
  new.line := coalesce(last.line, 0) + 1;
  new.booked_at := greatest(last.booked_at, booking_time());
  return new;
end
$$;
