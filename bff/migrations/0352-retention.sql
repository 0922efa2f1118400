-- Removes the partitions of `parent` that end before `horizon` and are empty: their records were deleted one by one, so that the sums
-- of 0185 follow. Returns their names. A partition that has records, and the one for records without a month, stay.
create function drop_past_partitions(parent regclass, horizon timestamptz) returns setof text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partition_name text;
  is_empty boolean;
begin
  if parent not in ('cdrs'::regclass, 'messages'::regclass) then raise exception '% has no months', parent; end if;
  for partition_name in
    select relname from pg_inherits join pg_class on oid = inhrelid
    where inhparent = parent and relname ~ format('^%s_\d{4}_\d\d$', parent)
      and date_add(to_timestamp(right(relname, 7) || '+00', 'YYYY_MMTZH'), interval '1 month', 'UTC') <= horizon
    order by relname
  loop
    -- Nobody writes into it between the look and the removal.
    execute format('lock table only %s in access exclusive mode', parent);
    execute format('select not exists (select from %I)', partition_name) into is_empty;
    continue when not is_empty;
    execute format('alter table %s detach partition %I', parent, partition_name);
    execute format('drop table %I', partition_name);
    return next partition_name;
  end loop;
end
$$;
revoke all on function drop_past_partitions from public;
do $$ begin
  grant execute on function drop_past_partitions to portal_owner, portal_server;
end $$;
