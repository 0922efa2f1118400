-- When a browser first logged in. Of browsers that logged in before, only the last time is known.
alter table known_devices add column created timestamptz;
update known_devices set created = last_used;
alter table known_devices alter column created set default now(), alter column created set not null;
