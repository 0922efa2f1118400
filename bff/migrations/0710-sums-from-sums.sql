-- Hours and months are summed from the quarters of an hour and the days of the same statement, and what was spent from the quarters. The
-- records were read and added up once more for each of them: 4 of the 48 microseconds that PostgreSQL needed for an imported call.

-- The statement that adds rows, with the columns of one of the sums, to it.
create function traffic_sum_insert(s traffic_sum, rows text) returns text language sql immutable as $$
  select format('insert into %I as old (account_id, service_id, %s) %s on conflict (account_id, service_id, %s) do update set %s',
    s.target, array_to_string(s.keys || s.sums || s.peaks, ', '), rows, array_to_string(s.keys, ', '),
    array_to_string(array(select format('%1$I = old.%1$I + excluded.%1$I', name) from unnest(s.sums) name)
      || array(select format('%1$I = greatest(old.%1$I, excluded.%1$I)', name) from unnest(s.peaks) name), ', '))
$$;

create or replace function traffic_sum_statement(s traffic_sum, records text) returns text language sql immutable as $$
  select traffic_sum_insert(s, traffic_sum_query(s, records))
$$;

-- A WITH clause: `summed` is what records amount to in one of the sums.
create function traffic_sum_added(s traffic_sum, records text) returns text language sql immutable as $$
  select format('with summed (account_id, service_id, %s) as materialized (%s)',
    array_to_string(s.keys || s.sums || s.peaks, ', '), traffic_sum_query(s, records))
$$;

-- A query of the rows of `summed` with coarser keys.
create function traffic_sum_coarser(s traffic_sum, key_values text[]) returns text language sql immutable as $$
  select format('(select account_id, service_id, %s from summed group by %s order by %2$s)',
    array_to_string(key_values || array(select format('sum(%I)', name) from unnest(s.sums) name)
      || array(select format('max(%I)', name) from unnest(s.peaks) name), ', '),
    (select string_agg(position::text, ', ') from generate_series(1, 2 + cardinality(key_values)) position))
$$;

-- The statements that add records of `kind` to all sums.
create function traffic_sum_statements(kind text, records text) returns setof text language plpgsql immutable as $$
declare
  s traffic_sum;
  days traffic_sum;
  hours traffic_sum;
  spent traffic_sum;
begin
  select * into spent from traffic_sums(kind) where target = 'usage_by_time';
  for s in select * from traffic_sums(kind) loop
    if s.target like '%\_by\_quarter' then
      select * into hours from traffic_sums(kind) where target = replace(s.target, 'quarter', 'hour');
      return next format('%s, by_hour as (%s), by_time as (%s) %s',
        traffic_sum_added(s, records),
        traffic_sum_insert(hours, traffic_sum_coarser(hours, array['date_bin(''1 hour'', moment, timestamptz ''2000-01-01T00:00:00Z'')'])),
        traffic_sum_insert(spent, 'select account_id, service_id, moment, cost from summed where cost <> 0 order by 1, 2, 3'),
        traffic_sum_insert(s, 'select * from summed'));
    elsif s.target like '%\_by\_kind' then
      days := s;
      days.source := 'cross join (values (''day'')) grains (grain)';
      return next format('%s %s', traffic_sum_added(days, records), traffic_sum_insert(s, 'select * from summed union all '
        || traffic_sum_coarser(s, array['''month''', 'date_trunc(''month'', moment, ''UTC'')'] || s.keys[3:])));
    elsif s.target <> 'usage_by_time' and s.target not like '%\_by\_hour' then
      return next traffic_sum_statement(s, records);
    end if;
  end loop;
end
$$;

create or replace function sum_usage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  records text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then traffic_records(tg_table_name, 'added') end,
    case when tg_op <> 'INSERT' then traffic_records(tg_table_name, 'removed', -1) end);
  statement text;
begin
  for statement in select * from traffic_sum_statements(tg_table_name, records) loop
    execute statement;
  end loop;
  if tg_table_name = 'cdrs' and tg_op <> 'INSERT' then
    foreach statement in array longest_call_statements(records) loop
      execute statement;
    end loop;
  end if;
  return null;
end
$$;

create or replace function sum_usage_of(kind text, source regclass) returns void language plpgsql as $$
declare
  statement text;
begin
  for statement in select * from traffic_sum_statements(kind, traffic_records(kind, source::text)) loop
    execute statement;
  end loop;
  execute searched_values_statement(kind, source::text);
end
$$;
