-- Pages of an area that were served while it had a canary, and what became of them: the guard decides by these. A visitor
-- counts a few times a day, so that nobody decides alone. The subject is a keyed hash of an account or an address.
create table page_visits (
  area text not null,
  version text not null,
  source text not null,
  day date not null default (now() at time zone 'utc')::date,
  subject bytea not null,
  ordinal smallint not null,
  visit text not null unique,
  served timestamptz not null default now(),
  loaded timestamptz,
  failed timestamptz,
  primary key (area, version, source, day, subject, ordinal)
);
create index page_visits_served on page_visits (served);

-- What each page has reported: the second report of the same outcome does not count.
create table page_reports (
  visit text not null,
  area text not null,
  version text not null,
  source text not null,
  outcome text not null,
  at timestamptz not null default now(),
  primary key (visit, area, version, source, outcome)
);
create index page_reports_at on page_reports (at);
