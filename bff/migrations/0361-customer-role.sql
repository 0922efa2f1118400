-- The customers' role does what the portal lets a customer do, even after an SQL injection. Triggers refuse what column grants and
-- row-level security cannot tell apart.

-- Tax number, its country and the currency are set once. A verdict on the number is the register's.
revoke update on accounts from portal_app;
grant update (
  name, company, phone, address, country, timezone, language, currency, tax_number, tax_check_due, pending_email,
  account_token_hash, account_token_last4, account_token_sealed,
  second_token_hash, second_token_last4, second_token_sealed, updated
) on accounts to portal_app;

create function guard_own_account() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.currency is not null and new.currency is distinct from old.currency then
    raise exception 'the currency of an account is set once' using errcode = 'check_violation';
  end if;
  if old.tax_number is not null and (new.tax_number, new.country) is distinct from (old.tax_number, old.country) then
    raise exception 'the tax number of an account is set once, with its country' using errcode = 'check_violation';
  end if;
  if new.tax_number is distinct from old.tax_number then
    new.tax_status := 'unchecked';
    new.tax_check_failures := 0;
  elsif new.tax_check_due is distinct from old.tax_check_due then
    raise exception 'only a new tax number is checked on request' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger accounts_own before update on accounts
  for each row when (current_user = 'portal_app') execute function guard_own_account();

-- Where VAT is taken for new services. The server stores its setting, because a customer's transaction must not choose it.
create table service_terms (
  only_row boolean primary key default true check (only_row),
  vat_on text not null check (vat_on in ('topup', 'usage'))
);
insert into service_terms (vat_on) values ('topup');
alter table service_terms enable row level security, force row level security;
create policy all_accounts on service_terms to portal_owner, portal_server using (true) with check (true);
create policy every_account on service_terms for select to portal_app using (true);
revoke insert, delete on service_terms from portal_server;
grant select on service_terms to portal_app;

create function standard_price_list(list_currency text, list_kind text) returns text
language sql stable set search_path = public, pg_temp as $$
  select price_list_id from price_lists where currency = list_currency and kind = list_kind order by created, price_list_id limit 1
$$;

revoke insert on services from portal_app;
grant insert (account_id, service_id, type, currency) on services to portal_app;

create function give_own_service_terms() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from accounts a where a.account_id = new.account_id and a.currency = new.currency) then
    raise exception 'a service has the currency of its account' using errcode = 'check_violation';
  end if;
  new.vat_on := (select vat_on from service_terms);
  new.price_list_id := standard_price_list(new.currency, case new.type when 'voicing' then 'calls' else 'messages' end);
  return new;
end
$$;
create trigger services_own before insert on services
  for each row when (current_user = 'portal_app') execute function give_own_service_terms();

-- A customer takes one number in a transaction, and only for the top-up that the transaction stores: no number is taken in advance,
-- and none is left out.
alter table document_counters add column taken_in xid8;

create function take_payment_number(number_kind text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  year text := to_char(now() at time zone 'UTC', 'YYYY');
  taken bigint;
begin
  if number_kind not in ('PF', 'CR') then
    raise exception 'customers take no numbers of %', number_kind using errcode = 'insufficient_privilege';
  end if;
  insert into document_counters as c (kind, period, last, taken_in) values (number_kind, year, 1, pg_current_xact_id())
  on conflict (kind, period) do update set last = c.last + 1, taken_in = pg_current_xact_id()
  where c.taken_in is distinct from pg_current_xact_id()
  returning last into taken;
  if taken is null then
    raise exception 'a transaction takes one number' using errcode = 'check_violation';
  end if;
  return payment_number(number_kind, year, taken);
end
$$;

create function payment_number(number_kind text, year text, sequence bigint) returns text
language sql immutable set search_path = public, pg_temp as $$
  select format('%s-%s-%s', number_kind, year, lpad(sequence::text, greatest(6, length(sequence::text)), '0'))
$$;

create function took_payment_number(number_kind text, taken text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from document_counters
    where kind = number_kind and taken_in = pg_current_xact_id_if_assigned() and payment_number(kind, period, last) = taken)
$$;

create function require_numbered_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from payments where number = payment_number(new.kind, new.period, new.last)) then
    raise exception 'no payment has the number that was taken for it' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger document_counters_used after insert or update of taken_in on document_counters
  deferrable initially deferred for each row when (new.taken_in is not null) execute function require_numbered_payment();

revoke all on function take_payment_number, took_payment_number, require_numbered_payment from public;
grant execute on function take_payment_number, took_payment_number to portal_app;
revoke execute on function next_document_number from portal_app;

drop policy own_pending on payments;
create policy own_pending on payments for insert to portal_app
  with check (account_id = current_setting('portal.account_id', true) and status = 'pending' and type = 'top_up' and amount > 0
    and took_payment_number(case method when 'bank_transfer' then 'PF' when 'crypto' then 'CR' end, number)
    and tax_rate >= 0 and net_amount = amount and tax_amount = round(net_amount * tax_rate / 100, 2));
