-- A webhook is given up after days of failures that the portal has lived through, so that no wrong clock gives it up (0079). They
-- count while failing_since is set.
alter table webhooks
  add column failed_days integer not null default 0,
  add column failed_day_began timestamptz;
