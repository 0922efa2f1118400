-- Stamps of payments that were set back (0103). The digest of a payment has those with which it was issued.
create table payment_set_backs (
  account_id text not null,
  payment_id text not null,
  created_before timestamptz not null,
  created_after timestamptz not null,
  due_date_before date,
  due_date_after date,
  primary key (account_id, payment_id, created_after),
  foreign key (account_id, payment_id) references payments,
  check (created_after < created_before),
  -- A payment is due as many days after it as it was.
  check ((due_date_before - due_date_after) is not distinct from case when due_date_before is not null
    then (created_before at time zone 'UTC')::date - (created_after at time zone 'UTC')::date end)
);
alter table payment_set_backs enable row level security, force row level security;
create policy all_accounts on payment_set_backs to portal_owner, portal_server using (true) with check (true);
revoke insert, update, delete on payment_set_backs from portal_server;
create trigger append_only before update or delete or truncate on payment_set_backs
for each statement execute function refuse_change();

-- Sets payments of the future back to now. A clock that says less than the portal has lived through is behind, or was not confirmed:
-- it changes none. Returns the number of payments.
create function set_back_payments() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  latest timestamptz := now() + interval '1 minute';
  changed integer;
begin
  if not exists (select from clock_watch where lived <= latest) then
    return 0;
  end if;
  with ahead as (
    select account_id, payment_id, created, due_date,
      -- The provider of crypto payments has stated an earlier end by a right clock; a sandbox has the clock that was ahead.
      case when expires_at > created then expires_at - (created - now()) else expires_at end as expires_after,
      due_date - ((created at time zone 'UTC')::date - (now() at time zone 'UTC')::date) as due_date_after
    from payments where created > latest
    for update
  ), recorded as (
    insert into payment_set_backs
    select account_id, payment_id, created, now(), due_date, due_date_after from ahead
    on conflict do nothing
  ), quoted as (
    update crypto_invoices i set expires_at = a.expires_after
    from ahead a where (i.account_id, i.payment_id) = (a.account_id, a.payment_id)
  )
  update payments p set created = now(), due_date = a.due_date_after, expires_at = a.expires_after
  from ahead a where (p.account_id, p.payment_id) = (a.account_id, a.payment_id);
  get diagnostics changed = row_count;
  update payments set status_updated = now() where status_updated > latest;
  return changed;
end
$$;
revoke all on function set_back_payments from public;
grant execute on function set_back_payments to portal_server;
revoke update (created, due_date) on payments from portal_server;

-- The payment with the stamps with which it was issued, if each change of them is recorded as set back.
create function payment_as_issued(p payments) returns payments language plpgsql stable parallel safe as $$
declare
  step payment_set_backs;
begin
  loop
    select * into step from payment_set_backs s
    where (s.account_id, s.payment_id, s.created_after) = (p.account_id, p.payment_id, p.created)
      and s.due_date_after is not distinct from p.due_date;
    exit when not found;
    p.created := step.created_before;
    p.due_date := step.due_date_before;
  end loop;
  return p;
end
$$;
revoke all on function payment_as_issued from public;
grant execute on function payment_as_issued to portal_server;

-- Those that were set back without a record: their first state has the time, and the digest proves it.
insert into payment_set_backs
select p.account_id, p.payment_id, issued.created, p.created, issued.due_date, p.due_date
from payments p
join document_digests d on (d.account_id, d.document_id) = (p.account_id, p.payment_id) and d.digest <> payment_digest(p)
cross join lateral (
  select e.occurred_at as created,
    p.due_date + ((e.occurred_at at time zone 'UTC')::date - (p.created at time zone 'UTC')::date) as due_date
  from payment_events e where (e.account_id, e.payment_id) = (p.account_id, p.payment_id) order by event_id limit 1
) issued
where issued.created > p.created
  and d.digest = payment_digest(jsonb_populate_record(p, to_jsonb(issued)));
