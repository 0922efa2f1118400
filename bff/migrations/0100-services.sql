create sequence service_billing_id start 100482;
grant usage on sequence service_billing_id to portal_app;

create table services (
  account_id text not null references accounts on delete cascade,
  service_id text not null check (service_id ~ '^svc_[A-Za-z0-9_]+$'),
  billing_id text not null default nextval('service_billing_id')::text,
  type text not null check (type in ('voicing', 'messaging')),
  status text not null default 'active' check (status in ('pending', 'active', 'suspended', 'blocked', 'closed')),
  currency text not null check (currency in ('usd', 'eur')),
  -- May be negative: calls and messages are charged after they happened.
  balance numeric(20, 6) not null default 0,
  balance_updated timestamptz not null default now(),
  credit_limit numeric(20, 2) not null default 0 check (credit_limit >= 0),
  threshold_enabled boolean not null default false,
  -- Kept while the alert is off, so that switching it on again needs no new amount.
  threshold_amount numeric(20, 2) check (threshold_amount > 0),
  threshold_state text not null default 'off' check (threshold_state in ('off', 'armed', 'triggered')),
  threshold_triggered_at timestamptz,
  -- Where VAT is taken, fixed when the service is made: taking it at top-up and on usage would tax the same money twice.
  vat_on text not null check (vat_on in ('topup', 'usage')),
  price_list_id text,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, service_id),
  unique (account_id, type),
  check (threshold_enabled or threshold_state = 'off'),
  check (not threshold_enabled or threshold_amount is not null)
);
create index services_by_id on services (service_id);
select protect_account_rows('services', 'select, insert, update');

-- The alert follows the balance, whoever changes it: it fires on the way down and is armed again above the limit.
create function follow_threshold() returns trigger language plpgsql as $$
begin
  if not new.threshold_enabled then
    new.threshold_state := 'off';
  elsif new.balance < new.threshold_amount then
    if new.threshold_state <> 'triggered' then new.threshold_triggered_at := now(); end if;
    new.threshold_state := 'triggered';
  else
    new.threshold_state := 'armed';
  end if;
  return new;
end
$$;
create trigger services_threshold before insert or update on services for each row execute function follow_threshold();

-- Numbers of documents have no gaps: the counter's row stays locked until the document is committed with its number.
create table document_counters (
  kind text not null,
  period text not null,
  last bigint not null,
  primary key (kind, period)
);

create function next_document_number(document_kind text, document_period text) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into document_counters (kind, period, last) values (document_kind, document_period, 1)
  on conflict (kind, period) do update set last = document_counters.last + 1
  returning last
$$;
revoke all on function next_document_number from public;
grant execute on function next_document_number to portal_app;
