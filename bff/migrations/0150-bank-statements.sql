-- Every state that a payment has had. A trigger records each, so that none is forgotten.
create table payment_events (
  account_id text not null,
  payment_id text not null,
  event_id bigint generated always as identity,
  status text not null,
  reason text,
  -- Who caused it: customer, job, bank:<entry>, provider:<name> or staff:<name>.
  actor text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (account_id, payment_id, event_id),
  foreign key (account_id, payment_id) references payments
);
select protect_account_rows('payment_events', 'select');

create function record_payment_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or (new.status, new.status_reason) is distinct from (old.status, old.status_reason) then
    insert into payment_events (account_id, payment_id, status, reason, actor, occurred_at)
    values (new.account_id, new.payment_id, new.status, new.status_reason,
      coalesce(nullif(current_setting('portal.actor', true), ''), 'customer'), new.status_updated);
  end if;
  return null;
end
$$;
create trigger payments_states after insert or update on payments for each row execute function record_payment_state();

insert into payment_events (account_id, payment_id, status, reason, actor, occurred_at)
select account_id, payment_id, status, status_reason, 'migration', status_updated from payments;
create trigger append_only before update or delete or truncate on payment_events execute function refuse_change();

-- What the bank has booked on the provider's account, from imported statements. An entry is imported once, whichever files
-- contain it.
create table bank_entries (
  bank_entry_id text primary key,
  iban text not null,
  booked date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Negative when the bank took money back.
  amount numeric(20, 2) not null check (amount <> 0),
  payer_name text,
  payer_iban text,
  -- Structured and free references, as the payer gave them.
  reference text,
  remittance text not null,
  -- Of the payment whose balance it changed; null while staff must decide.
  account_id text,
  payment_id text,
  unmatched_reason text check (unmatched_reason in
    ('no_reference', 'unknown_reference', 'several_references', 'wrong_currency', 'no_such_receipt', 'batch')),
  file_name text not null,
  imported_at timestamptz not null default now(),
  foreign key (account_id, payment_id) references payments,
  check ((payment_id is null) = (unmatched_reason is not null))
);
create index bank_entries_unmatched on bank_entries (booked) where payment_id is null;
create index bank_entries_by_payment on bank_entries (account_id, payment_id);
alter table bank_entries enable row level security, force row level security;
create policy all_accounts on bank_entries to portal_owner using (true) with check (true);

-- Only the trigger adds states, and the server neither deletes entries nor changes what the bank booked.
do $$
begin
  if exists (select from pg_roles where rolname = 'portal_server') then
    alter policy all_accounts on bank_entries to portal_owner, portal_server;
    grant select on payment_events, bank_entries to portal_server;
    revoke insert, update, delete on payment_events, bank_entries from portal_server;
    grant insert on bank_entries to portal_server;
    grant update (account_id, payment_id, unmatched_reason) on bank_entries to portal_server;
  end if;
end
$$;
