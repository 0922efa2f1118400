-- portal_server: the role as which the server logs in, or of which its login is a member. It owns nothing, so it cannot disable a
-- trigger or a policy, and it writes only the columns named here. Migrations run as the owner.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_server') then
    create role portal_server nologin nosuperuser nobypassrls;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another database of this server was first
  when insufficient_privilege then
    raise exception 'there is no role portal_server' using hint = 'docs/runbooks/production.md has the statement that creates it';
end
$$;
do $$
begin
  if not pg_has_role('portal_server', 'portal_app', 'set') then
    -- Not inherited: policies for customers are not the server's.
    grant portal_app to portal_server with set true, inherit false;
  end if;
end
$$;

grant usage on schema public to portal_server;
grant select, insert, update, delete on all tables in schema public to portal_server;
grant usage on all sequences in schema public to portal_server;
alter default privileges in schema public grant select, insert, update, delete on tables to portal_server;
alter default privileges in schema public grant usage on sequences to portal_server;
grant execute on function next_document_number, ensure_month_partition to portal_server;

do $$
declare
  policy record;
begin
  for policy in select tablename from pg_policies where schemaname = 'public' and policyname = 'all_accounts' loop
    execute format('alter policy all_accounts on %I to portal_owner, portal_server', policy.tablename);
  end loop;
end
$$;

create or replace function protect_account_rows(target regclass, privileges text default 'select, insert, update, delete')
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy own_account on %s to portal_app
       using (account_id = current_setting(''portal.account_id'', true))
       with check (account_id = current_setting(''portal.account_id'', true))', target);
  execute format('create policy all_accounts on %s to portal_owner, portal_server using (true) with check (true)', target);
  execute format('grant %s on %s to portal_app', privileges, target);
end
$$;

-- Partitions are tables: the server asks for one, and the owner makes it.
create or replace function ensure_month_partition(parent regclass, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_day timestamptz := date_trunc('month', moment, 'UTC');
  next_day timestamptz := date_trunc('month', moment at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  partition_name text := format('%s_%s', parent, to_char(moment at time zone 'UTC', 'YYYY_MM'));
  time_column text := case parent::text when 'cdrs' then 'started' else 'created' end;
begin
  if parent not in ('cdrs'::regclass, 'messages'::regclass) then
    raise exception '% has no months', parent using errcode = 'insufficient_privilege';
  end if;
  if exists (select from pg_inherits join pg_class on oid = inhrelid where inhparent = parent and relname = partition_name) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('partitions of ' || parent::text, 0));
  if exists (select from pg_inherits join pg_class on oid = inhrelid where inhparent = parent and relname = partition_name) then
    return;
  end if;
  execute format('create table %I (like %s including defaults including constraints)', partition_name, parent);
  execute format('with moved as (delete from %s_default where %I >= %L and %I < %L returning *) insert into %I select * from moved',
    parent, time_column, first_day, time_column, next_day, partition_name);
  execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, partition_name, first_day, next_day);
  perform close_partition(partition_name::regclass);
end
$$;

-- What the server may write of money and of its own schema.
revoke insert, update, delete on migrations, document_counters, ledger_accounts, journal_entries, postings from portal_server;
revoke update, delete on payment_entries, usage_batches, monthly_vat_invoices, payments from portal_server;
revoke insert, update, delete on services from portal_server;
grant insert (event_key, kind, reason, actor, occurred_at) on journal_entries to portal_server;
grant insert (entry_id, ledger_account_id, currency, amount) on postings to portal_server;
grant update (status, status_reason, status_updated, completed, paid_amount, paid_currency, fee_amount, exchange_rate,
  transaction_reference, balance_before, balance_after, monthly_vat_invoice_id, expires_at) on payments to portal_server;
grant insert (account_id, service_id, type, status, currency, credit_limit, vat_on, price_list_id, created) on services to portal_server;
grant update (status, credit_limit, threshold_enabled, threshold_amount, threshold_state, threshold_triggered_at, threshold_told_at,
  price_list_id, created, updated) on services to portal_server;

-- Where bank statements were imported before this role existed.
do $$
begin
  if to_regclass('bank_entries') is not null then
    revoke insert, update, delete on payment_events, bank_entries from portal_server;
    grant insert on bank_entries to portal_server;
    grant update (account_id, payment_id, unmatched_reason) on bank_entries to portal_server;
  end if;
end
$$;

-- A customer's transaction inserts services without a balance, and pending top-ups.
revoke insert on services, payments from portal_app;
grant insert (account_id, service_id, type, currency, vat_on, price_list_id) on services to portal_app;
grant insert (account_id, payment_id, service_id, number, method, type, status, currency, amount, net_amount, tax_rate, tax_amount,
  gross_amount, reference, description, note, purchase_order, due_date, created, expires_at) on payments to portal_app;
drop policy own_account on payments;
create policy own_account on payments for select to portal_app
  using (account_id = current_setting('portal.account_id', true));
create policy own_pending on payments for insert to portal_app
  with check (account_id = current_setting('portal.account_id', true) and status = 'pending' and type = 'top_up'
    and method in ('bank_transfer', 'crypto') and amount > 0 and tax_amount >= 0);

-- Payments and documents have the currency of their service.
alter table payments drop constraint payments_account_id_service_id_fkey,
  add foreign key (account_id, service_id, currency) references services (account_id, service_id, currency);
alter table monthly_vat_invoices
  add foreign key (account_id, service_id, currency) references services (account_id, service_id, currency);

-- An account with services, payments, documents or numbers cannot be deleted.
alter table services drop constraint services_account_id_fkey,
  add foreign key (account_id) references accounts on delete restrict;
alter table payments drop constraint payments_account_id_fkey,
  add foreign key (account_id) references accounts on delete restrict;
alter table monthly_vat_invoices drop constraint monthly_vat_invoices_account_id_fkey,
  add foreign key (account_id) references accounts on delete restrict;
alter table rented_numbers drop constraint rented_numbers_account_id_fkey,
  add foreign key (account_id) references accounts on delete restrict;

-- Document numbers are those of the provider, not of an account.
drop index payments_number;
drop index monthly_vat_invoices_number;
create unique index payments_number on payments (number);
create unique index monthly_vat_invoices_number on monthly_vat_invoices (number);
