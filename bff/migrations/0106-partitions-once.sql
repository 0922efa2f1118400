-- As before, but two that make the same partition at once no longer collide: after the wait for the lock the name is
-- looked up in the catalog itself, because to_regclass may still answer from what this session remembers.
create or replace function ensure_month_partition(parent regclass, moment timestamptz) returns void language plpgsql as $$
declare
  first_day timestamptz := date_trunc('month', moment, 'UTC');
  next_day timestamptz := date_trunc('month', moment at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  partition_name text := format('%s_%s', parent, to_char(moment at time zone 'UTC', 'YYYY_MM'));
  time_column text := case parent::text when 'cdrs' then 'started' else 'created' end;
begin
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
