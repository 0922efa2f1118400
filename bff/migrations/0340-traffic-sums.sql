-- Sums of calls and messages for reports, totals and rented numbers, beside those of 0185: the same triggers maintain all of them,
-- in the transaction of the records. Quarters of an hour in UTC serve the days of every time zone. What is divided by country,
-- destination and so on is summed by day and by month in UTC: a quarter of an hour has nearly as many combinations as calls.

-- Each has columns bin_0 to bin_23 too: records by post-dial delay or latency, for percentiles. See traffic_bin.
create table calls_by_quarter (
  account_id text not null,
  service_id text not null,
  moment timestamptz not null,
  calls integer not null,
  -- With talk time; the counts by result are of calls without it.
  answered integer not null,
  busy integer not null,
  no_answer integer not null,
  rejected integer not null,
  canceled integer not null,
  invalid_number integer not null,
  congestion integer not null,
  -- Up to ten seconds of talk.
  short integer not null,
  talk_seconds bigint not null,
  billed_seconds bigint not null,
  cost numeric(20, 6) not null,
  longest integer not null,
  primary key (account_id, service_id, moment)
);

-- Empty text stands for null in the keys of these tables.
create table calls_by_kind (
  account_id text not null,
  service_id text not null,
  grain text not null check (grain in ('day', 'month')),
  moment timestamptz not null,
  direction text not null,
  country text not null,
  destination text not null,
  result text not null,
  calls integer not null,
  answered integer not null,
  short integer not null,
  talk_seconds bigint not null,
  billed_seconds bigint not null,
  cost numeric(20, 6) not null,
  longest integer not null,
  primary key (account_id, service_id, grain, moment, direction, country, destination, result)
);

create table messages_by_quarter (
  account_id text not null,
  service_id text not null,
  moment timestamptz not null,
  -- Without received ones.
  outbound integer not null,
  outbound_parts integer not null,
  sent integer not null,
  delivered integer not null,
  undelivered integer not null,
  expired integer not null,
  rejected integer not null,
  failed integer not null,
  pending integer not null,
  received integer not null,
  received_parts integer not null,
  cost numeric(20, 6) not null,
  primary key (account_id, service_id, moment)
);

create table messages_by_kind (
  account_id text not null,
  service_id text not null,
  grain text not null check (grain in ('day', 'month')),
  moment timestamptz not null,
  country text not null,
  operator text not null,
  -- Empty for received messages: their senders are not the account's, and as many as there are people.
  sender text not null,
  campaign text not null,
  status text not null,
  messages integer not null,
  parts integer not null,
  sent integer not null,
  cost numeric(20, 6) not null,
  primary key (account_id, service_id, grain, moment, country, operator, sender, campaign, status)
);

-- What the calls of rented numbers were, by day in UTC.
create table calls_by_number (
  account_id text not null,
  service_id text not null,
  number text not null,
  day date not null,
  calls integer not null,
  talk_seconds bigint not null,
  primary key (account_id, service_id, number, day)
);

select protect_account_rows(name, 'select')
from unnest(array['calls_by_quarter', 'calls_by_kind', 'messages_by_quarter', 'messages_by_kind', 'calls_by_number']::regclass[]) name;
revoke insert, update, delete on calls_by_quarter, calls_by_kind, messages_by_quarter, messages_by_kind, calls_by_number
from portal_server;

-- The bin of a delay in milliseconds, 0 to 23. The program has the same bounds.
create function traffic_bin(milliseconds integer) returns integer language sql immutable parallel safe as $$
  select width_bucket(milliseconds, array[250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000,
    10000, 15000, 20000, 30000, 60000, 300000, 1800000, 7200000])
$$;

do $$
begin
  for bin in 0..23 loop
    execute format('alter table calls_by_quarter add bin_%s integer not null', bin);
    execute format('alter table calls_by_kind add bin_%s integer not null', bin);
    execute format('alter table messages_by_quarter add bin_%s integer not null', bin);
    execute format('alter table messages_by_kind add bin_%s integer not null', bin);
  end loop;
end
$$;

-- Columns and expressions, in step: `sums` are added up, `peaks` keep their maximum.
create type traffic_sum as (
  target text,
  -- What follows the records in FROM.
  source text,
  keys text[],
  key_values text[],
  sums text[],
  sum_values text[],
  peaks text[],
  peak_values text[]
);

-- The sums of the records of `kind`: cdrs or messages.
create function traffic_sums(kind text) returns setof traffic_sum language plpgsql immutable as $$
declare
  is_calls constant boolean := kind = 'cdrs';
  time_column constant text := case when is_calls then 'started' else 'created' end;
  quarter constant text := format('date_bin(''15 minutes'', %s, timestamptz ''2000-01-01T00:00:00Z'')', time_column);
  by_grain constant text := 'cross join (values (''day''), (''month'')) grains (grain)';
  bins constant text[] := array(select 'bin_' || bin from generate_series(0, 23) bin);
  bin_values constant text[] := array(select format('(bin = %s)::integer', bin) from generate_series(0, 23) bin);
  groups constant jsonb := jsonb_build_object('delivered', array['delivered', 'read'], 'undelivered', array['undelivered', 'unknown'],
    'expired', array['expired'], 'rejected', array['rejected'], 'failed', array['failed', 'deleted', 'canceled'],
    'pending', array['scheduled', 'queued', 'sent', 'accepted'], 'received', array['received']);
  results constant text[] := array['busy', 'no_answer', 'rejected', 'canceled', 'invalid_number', 'congestion'];
  none constant text[] := '{}';
begin
  return next ('usage_by_time', '', array['moment'], array[quarter], array['cost'], array['price'], none, none)::traffic_sum;
  -- Records without a batch were not charged, and those from before the ledger are on no invoice.
  return next ('usage_by_line', 'where batch_id <> ''opening''', array['moment', 'line'], array[
    format('usage_line_moment(%s)', time_column),
    -- What an invoice groups them by.
    format('jsonb_build_array(%s)::text', case when is_calls then 'destination' else 'country, operator, unit_price' end)
  ], array['cost'], array['price'], none, none)::traffic_sum;
  if is_calls then
    return next ('calls_by_quarter', '', array['moment'], array[quarter],
      array['calls', 'answered'] || results || array['short', 'talk_seconds', 'billed_seconds', 'cost'] || bins,
      array['1', '(duration_seconds > 0)::integer']
        || array(select format('(duration_seconds = 0 and result = %L)::integer', result) from unnest(results) result)
        || array['(duration_seconds between 1 and 10)::integer', 'duration_seconds', 'billed_seconds', 'price'] || bin_values,
      array['longest'], array['duration_seconds'])::traffic_sum;
    return next ('calls_by_kind', by_grain, array['grain', 'moment', 'direction', 'country', 'destination', 'result'],
      array['grain', 'date_trunc(grain, started, ''UTC'')', 'direction', 'coalesce(country, '''')', 'coalesce(destination, '''')', 'result'],
      array['calls', 'answered', 'short', 'talk_seconds', 'billed_seconds', 'cost'] || bins,
      array['1', '(duration_seconds > 0)::integer', '(duration_seconds between 1 and 10)::integer', 'duration_seconds',
        'billed_seconds', 'price'] || bin_values,
      array['longest'], array['duration_seconds'])::traffic_sum;
    return next ('calls_by_number',
      'cross join lateral (values (number_from), (number_to)) own (number) join rented_numbers using (account_id, service_id, number)',
      array['number', 'day'], array['number', '(started at time zone ''UTC'')::date'],
      array['calls', 'talk_seconds'], array['1', 'duration_seconds'], none, none)::traffic_sum;
  else
    return next ('messages_by_quarter', '', array['moment'], array[quarter],
      array['outbound', 'outbound_parts', 'sent'] || array(select jsonb_object_keys(groups)) || array['received_parts', 'cost'] || bins,
      array['(status <> ''received'')::integer', 'case when status <> ''received'' then parts end',
        '(status <> ''received'' and sent is not null)::integer']
        || array(select format('(status = any(%L::text[]))::integer', array(select jsonb_array_elements_text(value)))
          from jsonb_each(groups))
        || array['case when status = ''received'' then parts end', 'price'] || bin_values,
      none, none)::traffic_sum;
    return next ('messages_by_kind', by_grain,
      array['grain', 'moment', 'country', 'operator', 'sender', 'campaign', 'status'],
      array['grain', 'date_trunc(grain, created, ''UTC'')', 'coalesce(country, '''')', 'coalesce(operator, '''')',
        'case when status = ''received'' then '''' else sender end', 'coalesce(campaign_name, '''')', 'status'],
      array['messages', 'parts', 'sent', 'cost'] || bins,
      array['1', 'parts', '(sent is not null)::integer', 'price'] || bin_values, none, none)::traffic_sum;
  end if;
end
$$;

-- A query of the records of a table or transition table: `sign` is -1 where they are removed.
create function traffic_records(kind text, source text, sign integer default 1) returns text language sql immutable as $$
  select format('select *, %s as sign, traffic_bin(%s) as bin from %s', sign,
    case kind when 'cdrs' then 'pdd_ms' else 'latency_ms' end, source)
$$;

-- A query of what `records` amount to in one of the sums; buckets in which nothing changes are left out.
create function traffic_sum_query(s traffic_sum, records text) returns text language sql immutable as $$
  select format('select account_id, service_id, %s from (%s) r %s group by %s having (%s) is distinct from (%s) order by %4$s',
    array_to_string(s.key_values || added || peaks, ', '), records, s.source,
    (select string_agg(position::text, ', ') from generate_series(1, 2 + cardinality(s.keys)) position),
    array_to_string(added, ', '), array_to_string(array_fill('0'::text, array[cardinality(added)]), ', '))
  from (select array(select format('coalesce(sum(sign * (%s)), 0)', value) from unnest(s.sum_values) value) as added,
    array(select format('coalesce(max(%s) filter (where sign > 0), 0)', value) from unnest(s.peak_values) value) as peaks) x
$$;

-- The statement that adds records to one of the sums.
create function traffic_sum_statement(s traffic_sum, records text) returns text language sql immutable as $$
  select format('insert into %I as old (account_id, service_id, %s) %s on conflict (account_id, service_id, %s) do update set %s',
    s.target, array_to_string(s.keys || s.sums || s.peaks, ', '), traffic_sum_query(s, records), array_to_string(s.keys, ', '),
    array_to_string(array(select format('%1$I = old.%1$I + excluded.%1$I', name) from unnest(s.sums) name)
      || array(select format('%1$I = greatest(old.%1$I, excluded.%1$I)', name) from unnest(s.peaks) name), ', '))
$$;

-- A removed call may have been the longest of its bucket: the statements that look for another one.
create function longest_call_statements(records text) returns text[] language sql immutable as $$
  select array[format($sum$
    update calls_by_quarter q set longest = coalesce((
      select max(duration_seconds) from cdrs c
      where c.account_id = q.account_id and c.service_id = q.service_id
        and c.started >= q.moment and c.started < q.moment + interval '15 minutes'), 0)
    from (
      select account_id, service_id, date_bin('15 minutes', started, timestamptz '2000-01-01T00:00:00Z') as moment,
        max(duration_seconds) filter (where sign < 0) as gone, max(duration_seconds) filter (where sign > 0) as come
      from (%s) r group by 1, 2, 3) r
    where r.account_id = q.account_id and r.service_id = q.service_id and r.moment = q.moment
      and r.gone >= q.longest and r.gone > coalesce(r.come, -1)$sum$, records), format($sum$
    update calls_by_kind k set longest = coalesce((
      select max(duration_seconds) from cdrs c
      where c.account_id = k.account_id and c.service_id = k.service_id
        and c.started >= k.moment and c.started < date_add(k.moment, ('1 ' || k.grain)::interval, 'UTC')
        and c.direction = k.direction and c.country is not distinct from nullif(k.country, '')
        and c.destination is not distinct from nullif(k.destination, '') and c.result = k.result), 0)
    from (
      select account_id, service_id, grain, date_trunc(grain, started, 'UTC') as moment, direction,
        coalesce(country, '') as country, coalesce(destination, '') as destination, result,
        max(duration_seconds) filter (where sign < 0) as gone, max(duration_seconds) filter (where sign > 0) as come
      from (%s) r cross join (values ('day'), ('month')) grains (grain) group by 1, 2, 3, 4, 5, 6, 7, 8) r
    where r.account_id = k.account_id and r.service_id = k.service_id and r.grain = k.grain and r.moment = k.moment
      and r.direction = k.direction and r.country = k.country and r.destination = k.destination and r.result = k.result
      and r.gone >= k.longest and r.gone > coalesce(r.come, -1)$sum$, records)]
$$;

create or replace function sum_usage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  records text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then traffic_records(tg_table_name, 'added') end,
    case when tg_op <> 'INSERT' then traffic_records(tg_table_name, 'removed', -1) end);
  definition traffic_sum;
  statement text;
begin
  for definition in select * from traffic_sums(tg_table_name) loop
    execute traffic_sum_statement(definition, records);
  end loop;
  if tg_table_name = 'cdrs' and tg_op <> 'INSERT' then
    foreach statement in array longest_call_statements(records) loop
      execute statement;
    end loop;
  end if;
  return null;
end
$$;

-- Adds what triggers do not see: the records of a partition that was filled before it was attached. Only for the owner.
create or replace function sum_usage_of(kind text, source regclass) returns void language plpgsql as $$
declare
  definition traffic_sum;
begin
  for definition in select * from traffic_sums(kind) loop
    execute traffic_sum_statement(definition, traffic_records(kind, source::text));
  end loop;
end
$$;
drop function usage_sum_statements, usage_records;

-- A number may have been called before it was rented, as after a move from another provider.
create function sum_calls_of_number() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from calls_by_number where account_id = old.account_id and service_id = old.service_id and number = old.number;
  end if;
  if tg_op <> 'DELETE' then
    insert into calls_by_number (account_id, service_id, number, day, calls, talk_seconds)
    select account_id, service_id, new.number, (started at time zone 'UTC')::date, count(*), sum(duration_seconds)
    from (
      select account_id, service_id, started, duration_seconds from cdrs
      where account_id = new.account_id and service_id = new.service_id and number_to = new.number
      union all
      select account_id, service_id, started, duration_seconds from cdrs
      where account_id = new.account_id and service_id = new.service_id and number_from = new.number
    ) calls
    group by 1, 2, 4;
  end if;
  return null;
end
$$;
create trigger rented_number_calls after insert or delete or update of account_id, service_id, number on rented_numbers
for each row execute function sum_calls_of_number();

-- What exists already. The sums of 0185 are there.
do $$
declare
  kind text;
  definition traffic_sum;
begin
  foreach kind in array array['cdrs', 'messages'] loop
    for definition in select * from traffic_sums(kind) where target not in ('usage_by_time', 'usage_by_line') loop
      execute traffic_sum_statement(definition, traffic_records(kind, kind));
    end loop;
  end loop;
end
$$;
