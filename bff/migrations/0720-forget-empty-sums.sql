-- Deletes the sums of past records that are gone: their keys name senders, which are stored no longer than the messages. Returns how
-- many. A bucket of a record that is still stored is not zero, and one whose records come back later is written again.
create function forget_empty_sums(kind text, horizon timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  definition traffic_sum;
  forgotten bigint;
  total bigint := 0;
begin
  for definition in select * from traffic_sums(kind) loop
    execute format('delete from %I where %I < %L and (%s) is not distinct from (%s)',
      definition.target, case when 'day' = any(definition.keys) then 'day' else 'moment' end, horizon,
      array_to_string(definition.sums || definition.peaks, ', '),
      array_to_string(array_fill('0'::text, array[cardinality(definition.sums || definition.peaks)]), ', '));
    get diagnostics forgotten = row_count;
    total := total + forgotten;
  end loop;
  return total;
end
$$;
revoke all on function forget_empty_sums from public;
do $$ begin
  grant execute on function forget_empty_sums to portal_owner, portal_server;
end $$;
