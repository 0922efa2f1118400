-- The senders and recipients of a service's messages, each once: a search for a part of one finds it here, and its messages by the
-- indexes of messages. LIKE itself uses no index under row-level security, because it is not leakproof.
create table message_addresses (
  account_id text not null,
  service_id text not null,
  address text not null,
  primary key (account_id, service_id, address)
);
select protect_account_rows('message_addresses', 'select');
revoke insert, update, delete on message_addresses from portal_server;

-- Without pg_trgm, which not every server has, the addresses of the service are read instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index message_addresses_by_part on message_addresses using gin (address gin_trgm_ops);
exception when feature_not_supported or undefined_file or insufficient_privilege then
  raise notice 'without pg_trgm parts of senders and recipients are searched without an index';
end
$$;

-- At most `most` addresses of the transaction's account that contain the part, whatever its case, or the digits, which may be null.
-- It runs as the owner, for whom the policy is no barrier before the index.
create function addresses_containing(service text, part text, digits text, most integer) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if digits !~ '^[0-9]+$' then raise exception 'not digits' using errcode = 'invalid_parameter_value'; end if;
  -- Planned for this part: how frequent it is decides between the indexes.
  return query execute
    'select address from message_addresses
     where account_id = $1 and service_id = $2 and (address ilike $3 or address like $4) limit $5'
    using current_setting('portal.account_id', true), service, '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%',
      '%' || digits || '%', most;
end
$$;
revoke all on function addresses_containing from public;
grant execute on function addresses_containing to portal_app;

-- Where searches look up the values that two columns of calls or messages have.
create function searched_values(kind text, out target text, out value text, out one text, out other text)
language sql immutable as $$
  select v.target, v.value, v.one, v.other
  from (values
    ('cdrs', 'call_numbers', 'number', 'number_from', 'number_to'),
    ('messages', 'message_addresses', 'address', 'sender', 'recipient')
  ) v (kind, target, value, one, other)
  where v.kind = searched_values.kind
$$;

create function searched_values_statement(kind text, source text) returns text language sql immutable as $$
  select format('insert into %I (account_id, service_id, %I)
    select distinct account_id, service_id, own from %s cross join lateral (values (%I), (%I)) v (own)
    order by 1, 2, 3 on conflict do nothing', target, value, source, one, other)
  from searched_values(kind)
$$;

create function remember_searched_values() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute searched_values_statement(tg_table_name, 'added');
  return null;
end
$$;

-- A value is forgotten with the last record that has it: it is personal data, which is stored no longer than the records.
create function forget_searched_values() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  searched record := searched_values(tg_table_name);
begin
  execute format('delete from %1$I s
    using (
      select distinct account_id, service_id, own from removed cross join lateral (values (%3$I), (%4$I)) v (own)
    ) r
    where s.account_id = r.account_id and s.service_id = r.service_id and s.%2$I = r.own
      and not exists (
        select from %5$I t where t.account_id = s.account_id and t.service_id = s.service_id and t.%3$I = s.%2$I)
      and not exists (
        select from %5$I t where t.account_id = s.account_id and t.service_id = s.service_id and t.%4$I = s.%2$I)',
    searched.target, searched.value, searched.one, searched.other, tg_table_name);
  return null;
end
$$;

-- Numbers of calls had functions of their own.
drop trigger numbers_added on cdrs;
drop trigger numbers_removed on cdrs;
create trigger searched_values_added after insert on cdrs referencing new table as added
for each statement execute function remember_searched_values();
create trigger searched_values_removed after delete on cdrs referencing old table as removed
for each statement execute function forget_searched_values();
create trigger searched_values_added after insert on messages referencing new table as added
for each statement execute function remember_searched_values();
create trigger searched_values_removed after delete on messages referencing old table as removed
for each statement execute function forget_searched_values();

-- As before, with the values of both.
create or replace function sum_usage_of(kind text, source regclass) returns void language plpgsql as $$
declare
  definition traffic_sum;
begin
  for definition in select * from traffic_sums(kind) loop
    execute traffic_sum_statement(definition, traffic_records(kind, source::text));
  end loop;
  execute searched_values_statement(kind, source::text);
end
$$;
drop function remember_call_numbers, forget_call_numbers, call_number_statement;

create index messages_by_sender on messages (account_id, service_id, sender text_pattern_ops, created);
create index messages_by_client_ref on messages (account_id, service_id, client_ref, created) where client_ref is not null;

do $$ begin execute searched_values_statement('messages', 'messages'); end $$;
