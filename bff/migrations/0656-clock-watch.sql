-- What the jobs know of the clock, so that one that is wrong once does not close months or delete records (0093).
create table clock_watch (
  only_row boolean primary key default true check (only_row),
  -- The latest time that was believed.
  believed timestamptz not null,
  -- A time far ahead of it is doubted since then; it was last seen to go on steadily then.
  doubted_since timestamptz,
  doubted_seen timestamptz,
  check ((doubted_since is null) = (doubted_seen is null))
);
