-- Sums by hour in UTC beside those by quarter of an hour: days of most time zones begin at whole hours, and a report reads a quarter of
-- the rows.
create table calls_by_hour (like calls_by_quarter including all);
create table messages_by_hour (like messages_by_quarter including all);
select protect_account_rows(name, 'select') from unnest(array['calls_by_hour', 'messages_by_hour']::regclass[]) name;
revoke insert, update, delete on calls_by_hour, messages_by_hour from portal_server;

create function by_hour(definition text) returns text language sql immutable as $$
  select replace(replace(definition, 'by_quarter', 'by_hour'), '15 minutes', '1 hour')
$$;

-- As before, and by hour what is summed by quarter of an hour.
alter function traffic_sums(text) rename to traffic_sums_without_hours;
create function traffic_sums(kind text) returns setof traffic_sum language sql immutable as $$
  select * from traffic_sums_without_hours(kind)
  union all
  select by_hour(target), source, keys, array[by_hour(key_values[1])], sums, sum_values, peaks, peak_values
  from traffic_sums_without_hours(kind)
  where target like '%\_by\_quarter'
$$;
alter function longest_call_statements(text) rename to longest_call_statements_without_hours;
create function longest_call_statements(records text) returns text[] language sql immutable as $$
  select statements || by_hour(statements[1]) from longest_call_statements_without_hours(records) statements
$$;

-- What exists already.
do $$
declare
  definition traffic_sum;
begin
  for definition in
    select s.* from unnest(array['cdrs', 'messages']) kind, traffic_sums(kind) s where target like '%\_by\_hour'
  loop
    execute format('insert into %I (account_id, service_id, moment, %s)
      select account_id, service_id, date_bin(''1 hour'', moment, ''2000-01-01T00:00:00Z''), %s from %I group by 1, 2, 3',
      definition.target, array_to_string(definition.sums || definition.peaks, ', '),
      array_to_string(array(select format('sum(%I)', name) from unnest(definition.sums) name)
        || array(select format('max(%I)', name) from unnest(definition.peaks) name), ', '),
      replace(definition.target, 'by_hour', 'by_quarter'));
  end loop;
end
$$;
