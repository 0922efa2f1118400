-- The numbers with which a service had calls, each once: a search for the end or the middle of a number finds numbers here, and
-- their calls by the indexes of calls. LIKE itself uses no index under row-level security, because it is not leakproof.
create table call_numbers (
  account_id text not null,
  service_id text not null,
  number text not null,
  reversed text not null generated always as (reverse(number)) stored,
  primary key (account_id, service_id, number)
);
create index call_numbers_by_end on call_numbers (account_id, service_id, reversed text_pattern_ops);
select protect_account_rows('call_numbers', 'select');
revoke insert, update, delete on call_numbers from portal_server;

-- Without pg_trgm, which not every server has, the numbers of the service are read instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index call_numbers_by_part on call_numbers using gin (number gin_trgm_ops);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'without pg_trgm the middle of numbers is searched without an index';
end
$$;

-- At most `most` numbers of the transaction's account that contain these digits. It runs as the owner, for whom the policy is no
-- barrier before the index.
create function numbers_containing(service text, digits text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if digits !~ '^[0-9]{1,20}$' then raise exception 'not digits' using errcode = 'invalid_parameter_value'; end if;
  -- Planned for these digits: how frequent they are decides between the indexes.
  return query execute 'select number from call_numbers where account_id = $1 and service_id = $2 and number like $3 limit $4'
    using current_setting('portal.account_id', true), service, '%' || digits || '%', most;
end
$$;
revoke all on function numbers_containing from public;
grant execute on function numbers_containing to portal_app;

create function call_number_statement(source text) returns text language sql immutable as $$
  select format('insert into call_numbers (account_id, service_id, number)
    select distinct account_id, service_id, number from %s cross join lateral (values (number_from), (number_to)) own (number)
    order by 1, 2, 3 on conflict do nothing', source)
$$;

create function remember_call_numbers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute call_number_statement('added');
  return null;
end
$$;
create trigger numbers_added after insert on cdrs referencing new table as added
for each statement execute function remember_call_numbers();

-- As before, with the numbers.
create or replace function sum_usage_of(kind text, source regclass) returns void language plpgsql as $$
declare
  definition traffic_sum;
begin
  for definition in select * from traffic_sums(kind) loop
    execute traffic_sum_statement(definition, traffic_records(kind, source::text));
  end loop;
  if kind = 'cdrs' then execute call_number_statement(source::text); end if;
end
$$;

do $$ begin execute call_number_statement('cdrs'); end $$;

-- Errors are few; a report reads them without their messages.
create index messages_with_error on messages (account_id, service_id, created)
include (error_code, error_name, country, operator, sender, campaign_name, status) where error_code is not null;
