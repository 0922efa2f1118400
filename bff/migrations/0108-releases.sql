-- The newest composition that has been accepted, one for each signing key: after a restart, too, an older one played
-- back is refused, and the portal has something to serve while the file is bad.
create table accepted_compositions (
  public_key text primary key,
  number integer not null,
  signed json not null,
  accepted timestamptz not null default now()
);

-- Every release that an accepted composition has named. Reports of any other are not counted, so strangers cannot fill the tables.
create table named_releases (
  area text not null,
  version text not null,
  first_named timestamptz not null default now(),
  primary key (area, version)
);

-- What pages tell of the releases they run, counted by the minute; nothing of a customer.
create table release_reports (
  minute timestamptz not null,
  area text not null,
  version text not null,
  source text not null,
  -- 'loaded', or the stage at which it failed.
  outcome text not null,
  count integer not null,
  primary key (minute, area, version, source, outcome)
);

-- What stands behind a reference that a customer was shown.
create table release_failures (
  reference text primary key,
  area text not null,
  version text not null,
  source text not null,
  stage text not null,
  composition integer not null,
  at timestamptz not null default now()
);
create index release_failures_at on release_failures (at);
