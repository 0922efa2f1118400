-- A line that was booked while the clock was ahead made later lines as late as itself (0106). Such lines are set back, and nothing else
-- of a posting ever changes.
alter table clock_watch
  -- The latest time that the portal has lived through: what lies after it was written by a clock that was ahead.
  add column lived timestamptz not null default now(),
  -- The believed time has gone on without a jump since then.
  add column steady_since timestamptz not null default now();
update clock_watch set lived = greatest(believed, now());

-- What the clock said when a line was booked that was set back later.
alter table postings add column clock_time timestamptz;
-- Finds lines of the future. Lines are appended in the order of their times, so a range of pages has a short one.
create index postings_of_the_future on postings using brin (booked_at) with (pages_per_range = 32, autosummarize = on);

-- The latest right time of what was booked until now. A clock that is behind makes no right line wrong.
create function latest_booking() returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select greatest(now(), max(lived)) + interval '1 minute' from clock_watch
$$;
revoke all on function latest_booking from public;
grant execute on function latest_booking to portal_server;

create function refuse_change_of_posting() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.booked_at > latest_booking() and new.booked_at <= latest_booking() and new.clock_time = old.booked_at
    and to_jsonb(new) - '{booked_at,clock_time}'::text[] = to_jsonb(old) - '{booked_at,clock_time}'::text[] then
    return new;
  end if;
  raise exception 'postings is append-only: record another entry' using errcode = 'insufficient_privilege';
end
$$;
drop trigger append_only on postings;
create trigger append_only before delete or truncate on postings for each statement execute function refuse_change();
create trigger append_only_but_set_back before update on postings for each row execute function refuse_change_of_posting();

-- Sets lines of the future back to now, or to the line before them. They are the last ones of their statement, so the order remains.
-- A line that is booked meanwhile after one of them is found by the next look. Returns the number of lines.
create function set_back_bookings() returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  latest timestamptz := latest_booking();
  changed integer;
begin
  update postings p set booked_at = greatest(now(), before.booked_at), clock_time = p.booked_at
  from (
    select ledger_account_id, min(line) as line from postings where booked_at > latest group by ledger_account_id
  ) future
  left join postings before on before.ledger_account_id = future.ledger_account_id and before.line = future.line - 1
  where p.ledger_account_id = future.ledger_account_id and p.line >= future.line and p.booked_at > latest;
  get diagnostics changed = row_count;
  return changed;
end
$$;
revoke all on function set_back_bookings from public;
grant execute on function set_back_bookings to portal_server;
