-- What the lines of an open month's invoice contain, beside what they cost: the preview of an invoice read all of the month's records for
-- it, which took longer than a request may from about 600,000 on. Seconds of calls, parts of messages; what is free is on no line.
alter table usage_by_line add column quantity bigint not null default 0;

alter function traffic_sums(text) rename to traffic_sums_without_quantities;
create function traffic_sums(kind text) returns setof traffic_sum language sql immutable as $$
  select target, source, keys, key_values, sums || added, sum_values || added_values, peaks, peak_values
  from traffic_sums_without_quantities(kind),
    lateral (
      select case target when 'usage_by_line' then array['quantity'] else '{}' end as added,
        case target when 'usage_by_line'
          then array[format('case when price > 0 then %s else 0 end', case kind when 'cdrs' then 'billed_seconds' else 'parts' end)]
          else '{}' end as added_values
    ) quantity
$$;

-- What exists already.
do $$
declare
  kind text;
  s traffic_sum;
begin
  foreach kind in array array['cdrs', 'messages'] loop
    select * into s from traffic_sums(kind) where target = 'usage_by_line';
    execute format('update usage_by_line l set quantity = r.quantity
      from (
        select account_id, service_id, %s as moment, %s as line, sum(%s) as quantity from %I r %s group by 1, 2, 3, 4
      ) r
      where l.account_id = r.account_id and l.service_id = r.service_id and l.moment = r.moment and l.line = r.line',
      s.key_values[1], s.key_values[2], s.sum_values[array_position(s.sums, 'quantity')], kind, s.source);
  end loop;
end
$$;
