-- The double-entry ledger. A positive posting is a credit, a negative one a debit: what a customer's balance gains is positive,
-- what arrives at the provider's bank is negative. The postings of an entry sum to zero in each currency.
alter table services add unique (account_id, service_id, currency);

create table ledger_accounts (
  ledger_account_id bigint generated always as identity primary key,
  kind text not null check (kind in ('customer_balance', 'incoming_bank', 'crypto_clearing', 'usage_revenue', 'number_rents',
    'vat', 'refunds', 'credits')),
  currency text not null check (currency in ('usd', 'eur')),
  -- Only customers' balances have them: one for each service.
  account_id text,
  service_id text,
  check ((kind = 'customer_balance') = (account_id is not null)),
  check ((account_id is null) = (service_id is null)),
  -- Without a cascade: a service that has a ledger account cannot be deleted, nor change its currency.
  foreign key (account_id, service_id, currency) references services (account_id, service_id, currency),
  unique nulls not distinct (kind, account_id, service_id, currency),
  unique (ledger_account_id, currency)
);

-- One entry for each event. The key names the event: the import batch, bank line, provider's event, invoice or staff action.
create table journal_entries (
  entry_id bigint generated always as identity primary key,
  event_key text not null unique check (event_key ~ '^(import|bank|provider|invoice|rent|staff|opening):[!-~]{1,180}$'),
  kind text not null check (kind in ('usage', 'number_rent', 'top_up', 'refund', 'credit', 'invoice', 'credit_note', 'adjustment',
    'opening')),
  reason text not null check (reason <> ''),
  -- Who caused it, such as import, provider:btcpay or staff:anna.
  actor text not null check (actor <> ''),
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  -- Postings are added in the entry's own transaction only.
  transaction_id xid8 not null default pg_current_xact_id()
);

create table postings (
  entry_id bigint not null references journal_entries,
  ledger_account_id bigint not null,
  -- That of the account: no account mixes currencies.
  currency text not null,
  amount numeric(20, 6) not null check (amount <> 0),
  primary key (entry_id, ledger_account_id),
  foreign key (ledger_account_id, currency) references ledger_accounts (ledger_account_id, currency)
);
create index postings_by_account on postings (ledger_account_id, entry_id);

-- Which entries credited or debited a payment of the payments list; amount is what reached the balance.
create table payment_entries (
  account_id text not null,
  payment_id text not null,
  entry_id bigint not null references journal_entries,
  amount numeric(20, 2) not null check (amount <> 0),
  primary key (account_id, payment_id, entry_id),
  foreign key (account_id, payment_id) references payments
);
create index payment_entries_by_entry on payment_entries (entry_id);

-- The calls or messages that were charged together. Records name their batch, so that an invoice can include a late one.
create table usage_batches (
  account_id text not null,
  service_id text not null,
  batch_id text not null,
  records integer not null check (records > 0),
  cost numeric(20, 6) not null check (cost >= 0),
  first_record timestamptz not null,
  last_record timestamptz not null,
  -- A batch that costs nothing has no entry.
  entry_id bigint references journal_entries,
  recorded_at timestamptz not null default now(),
  primary key (account_id, service_id, batch_id),
  foreign key (account_id, service_id) references services,
  check ((cost = 0) = (entry_id is null))
);

-- What exists was charged before the ledger; its cost is part of the opening balance.
alter table cdrs add column batch_id text default 'opening';
alter table cdrs alter column batch_id drop default;
alter table messages add column batch_id text default 'opening';
alter table messages alter column batch_id drop default;

select protect_account_rows('payment_entries', 'select'), protect_account_rows('usage_batches', 'select');
alter table ledger_accounts enable row level security, force row level security;
alter table journal_entries enable row level security, force row level security;
alter table postings enable row level security, force row level security;
create policy all_accounts on ledger_accounts to portal_owner using (true) with check (true);
create policy all_accounts on journal_entries to portal_owner using (true) with check (true);
create policy all_accounts on postings to portal_owner using (true) with check (true);
create policy own_account on ledger_accounts for select to portal_app
  using (account_id = current_setting('portal.account_id', true));
create policy own_account on postings for select to portal_app
  using (ledger_account_id in (select ledger_account_id from ledger_accounts));
create policy own_account on journal_entries for select to portal_app
  using (exists (select from postings where postings.entry_id = journal_entries.entry_id));
grant select on ledger_accounts, postings to portal_app;
-- Reasons and actors are the staff's.
grant select (entry_id, kind, occurred_at, recorded_at) on journal_entries to portal_app;

create function open_ledger_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_accounts (kind, currency, account_id, service_id)
  values ('customer_balance', new.currency, new.account_id, new.service_id);
  return null;
end
$$;

insert into ledger_accounts (kind, currency, account_id, service_id)
select 'customer_balance', currency, account_id, service_id from services;
insert into ledger_accounts (kind, currency)
select kind, currency
from unnest(array['incoming_bank', 'crypto_clearing', 'usage_revenue', 'number_rents', 'vat', 'refunds', 'credits']) kind,
  unnest(array['eur', 'usd']) currency;

-- Balances from before the ledger become its first entries.
insert into journal_entries (event_key, kind, reason, actor, occurred_at)
select 'opening:' || service_id, 'opening', 'Balance before the ledger', 'migration', balance_updated
from services where balance <> 0;
insert into postings (entry_id, ledger_account_id, currency, amount)
select entry_id, ledger_account_id, s.currency, case a.kind when 'credits' then -balance else balance end
from services s
join journal_entries on event_key = 'opening:' || service_id
join ledger_accounts a on (a.account_id = s.account_id and a.service_id = s.service_id) or (a.kind = 'credits' and a.currency = s.currency);

create trigger services_ledger_account after insert on services for each row execute function open_ledger_account();

create function refuse_postings_to_old_entries() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if not exists (select from journal_entries e where e.entry_id = new.entry_id and e.transaction_id = pg_current_xact_id()) then
    raise exception 'postings are added in the transaction of their entry' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger postings_with_entry before insert on postings for each row execute function refuse_postings_to_old_entries();

create function apply_posting() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update services s set balance = balance + new.amount, balance_updated = now(), updated = now()
  from ledger_accounts a
  where a.ledger_account_id = new.ledger_account_id and s.account_id = a.account_id and s.service_id = a.service_id;
  return null;
end
$$;
create trigger postings_balance after insert on postings for each row execute function apply_posting();

create function guard_balance() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance <> 0 then
      raise exception 'a new service has no balance: post an entry' using errcode = 'check_violation';
    end if;
  -- The second level is the trigger of a posting.
  elsif pg_trigger_depth() < 2 and (new.balance, new.balance_updated) is distinct from (old.balance, old.balance_updated) then
    raise exception 'only postings change a balance' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger services_balance before insert or update on services for each row execute function guard_balance();

-- At commit, because an entry's postings are inserted one after the other.
create function require_balanced_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from postings where entry_id = new.entry_id) < 2 then
    raise exception 'entry % has fewer than two postings', new.entry_id using errcode = 'check_violation';
  end if;
  if exists (select from postings where entry_id = new.entry_id group by currency having sum(amount) <> 0) then
    raise exception 'entry % is not balanced', new.entry_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger journal_entries_balanced after insert on journal_entries
deferrable initially deferred for each row execute function require_balanced_entry();
create constraint trigger postings_balanced after insert on postings
deferrable initially deferred for each row execute function require_balanced_entry();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: record another entry', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
do $$
declare
  appended text;
begin
  foreach appended in array array['ledger_accounts', 'journal_entries', 'postings', 'payment_entries', 'usage_batches'] loop
    execute format('create trigger append_only before update or delete or truncate on %I execute function refuse_change()', appended);
  end loop;
end
$$;
