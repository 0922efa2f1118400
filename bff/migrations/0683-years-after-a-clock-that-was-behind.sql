-- Nor the year of a clock that was behind: the right time is doubted after it, and the portal has lived through a later one (0105).
create or replace function take_payment_number(number_kind text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment timestamptz := coalesce((select least(now(), greatest(believed, lived)) from clock_watch where doubted_since is not null), now());
  year text := to_char(moment at time zone 'UTC', 'YYYY');
  taken bigint;
begin
  if number_kind not in ('PF', 'CR') then
    raise exception 'customers take no numbers of %', number_kind using errcode = 'insufficient_privilege';
  end if;
  insert into document_counters as c (kind, period, last, taken_in) values (number_kind, year, 1, pg_current_xact_id())
  on conflict (kind, period) do update set last = c.last + 1, taken_in = pg_current_xact_id()
  where c.taken_in is distinct from pg_current_xact_id()
  returning last into taken;
  if taken is null then
    raise exception 'a transaction takes one number' using errcode = 'check_violation';
  end if;
  return payment_number(number_kind, year, taken);
end
$$;
