-- Sums of calls and messages, so that a balance does not read each of them on every page. Triggers add what is written, whoever
-- writes it.

-- What was spent, by quarter of an hour: days of every time zone begin at one.
create table usage_by_time (
  account_id text not null,
  service_id text not null,
  moment timestamptz not null,
  cost numeric(20, 6) not null,
  primary key (account_id, service_id, moment)
);

-- What usage batches cost, by line of an invoice, because an invoice rounds its lines.
create table usage_by_line (
  account_id text not null,
  service_id text not null,
  moment timestamptz not null,
  -- What the invoice groups records by, as text.
  line text not null,
  cost numeric(20, 6) not null,
  primary key (account_id, service_id, moment, line)
);

select protect_account_rows('usage_by_time', 'select'), protect_account_rows('usage_by_line', 'select');
revoke insert, update, delete on usage_by_time, usage_by_line from portal_server;

-- Months of every time zone begin in the first 12 or the last 14 hours of a month in UTC. Those hours are summed by quarter of an
-- hour, the days between them together.
create function usage_line_moment(moment timestamptz) returns timestamptz language sql immutable as $$
  select case
    when moment >= first + interval '12 hours'
      and moment < date_add(first, interval '1 month', 'UTC') - interval '14 hours' then first + interval '12 hours'
    else date_bin('15 minutes', moment, timestamptz '2000-01-01T00:00:00Z')
  end
  from date_trunc('month', moment, 'UTC') first
$$;

-- A query of the records of a table or transition table: `kind` is cdrs or messages, `sign` a minus where they are removed.
create function usage_records(kind text, source text, sign text default '') returns text language sql immutable as $$
  select format('select account_id, service_id, batch_id, %s as moment, jsonb_build_array(%s)::text as line, %sprice as price from %s',
    case kind when 'cdrs' then 'started' else 'created' end,
    -- What an invoice groups them by.
    case kind when 'cdrs' then 'destination' else 'country, operator, unit_price' end, sign, source)
$$;

-- The statements that add records to the sums.
create function usage_sum_statements(records text) returns text[] language sql immutable as $$
  select array[format($sum$
    insert into usage_by_time (account_id, service_id, moment, cost)
    select account_id, service_id, date_bin('15 minutes', moment, timestamptz '2000-01-01T00:00:00Z') as moment, sum(price)
    from (%s) r
    group by 1, 2, 3 having sum(price) <> 0 order by 1, 2, 3
    on conflict (account_id, service_id, moment) do update set cost = usage_by_time.cost + excluded.cost$sum$, records),
    -- Records without a batch were not charged, and those from before the ledger are on no invoice.
    format($sum$
    insert into usage_by_line (account_id, service_id, moment, line, cost)
    select account_id, service_id, usage_line_moment(moment) as moment, line, sum(price)
    from (%s) r
    where batch_id <> 'opening'
    group by 1, 2, 3, 4 having sum(price) <> 0 order by 1, 2, 3, 4
    on conflict (account_id, service_id, moment, line) do update set cost = usage_by_line.cost + excluded.cost$sum$, records)]
$$;

create function sum_usage() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  records text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then usage_records(tg_table_name, 'added') end,
    case when tg_op <> 'INSERT' then usage_records(tg_table_name, 'removed', '-') end);
  statement text;
begin
  foreach statement in array usage_sum_statements(records) loop
    execute statement;
  end loop;
  return null;
end
$$;

-- Adds what triggers do not see: the records of a partition that was filled before it was attached. Only for the owner.
create function sum_usage_of(kind text, source regclass) returns void language plpgsql as $$
declare
  statement text;
begin
  foreach statement in array usage_sum_statements(usage_records(kind, source::text)) loop
    execute statement;
  end loop;
end
$$;
revoke all on function sum_usage_of from public;
do $$ begin grant execute on function sum_usage_of to portal_owner; end $$;

create trigger usage_added after insert on cdrs referencing new table as added
for each statement execute function sum_usage();
create trigger usage_changed after update on cdrs referencing old table as removed new table as added
for each statement execute function sum_usage();
create trigger usage_removed after delete on cdrs referencing old table as removed
for each statement execute function sum_usage();
create trigger usage_added after insert on messages referencing new table as added
for each statement execute function sum_usage();
create trigger usage_changed after update on messages referencing old table as removed new table as added
for each statement execute function sum_usage();
create trigger usage_removed after delete on messages referencing old table as removed
for each statement execute function sum_usage();

select sum_usage_of('cdrs', 'cdrs'), sum_usage_of('messages', 'messages');

-- Batches that arrived after their month was closed are among the latest.
create index usage_batches_by_arrival on usage_batches (account_id, service_id, recorded_at);

-- The alert compares what the customer can use: balance and credit limit without what is reserved. What is reserved follows from
-- the law and the day, so the server computes it: this is its latest value, used for alerts only.
alter table services add column alert_reserved numeric(20, 6) not null default 0 check (alert_reserved >= 0),
  add column alert_checked timestamptz;
grant update (alert_reserved, alert_checked) on services to portal_server;

create or replace function follow_threshold() returns trigger language plpgsql as $$
begin
  if not new.threshold_enabled then
    new.threshold_state := 'off';
  elsif new.balance + new.credit_limit - new.alert_reserved < new.threshold_amount then
    if new.threshold_state <> 'triggered' then new.threshold_triggered_at := now(); end if;
    new.threshold_state := 'triggered';
  else
    new.threshold_state := 'armed';
  end if;
  return new;
end
$$;
