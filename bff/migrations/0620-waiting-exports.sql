-- A file that could not be made waits before it starts again: faults are counted, a full disk is waited for.
alter table exports
  add column faults integer not null default 0,
  -- It does not start again before.
  add column waits_until timestamptz,
  -- When the disk was first full for this file.
  add column disk_full_since timestamptz;
