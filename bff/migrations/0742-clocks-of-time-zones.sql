-- What clocks show in the time zones for which this database has other rules than the server's library, because one of both is older.
-- Pages, periods and reports have the days of the server, and so do documents. Written when the portal starts.
create table time_zone_clocks (
  timezone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- What the clock is ahead of UTC.
  seconds integer not null,
  primary key (timezone, starts_at)
);
grant select on time_zone_clocks to portal_app;

-- What the clock of a time zone shows at a moment: where the server's days begin. Used instead of `at time zone`.
create function local_time(moment timestamptz, zone text) returns timestamp language sql stable as $$
  select coalesce(
    (
      select moment at time zone 'UTC' + make_interval(secs => c.seconds)
      from time_zone_clocks c where c.timezone = zone and moment >= c.starts_at and moment < c.ends_at
    ),
    moment at time zone zone
  )
$$;
