-- How far an import of calls or messages has come, so that one that was interrupted continues there. A finished one has no row.
create table import_progress (
  account_id text not null,
  service_id text not null,
  -- A hash of what decides how records are read: files, format, time zone and columns.
  name text not null check (name ~ '^[0-9a-f]{64}$'),
  -- The bytes of the source that have been imported, and their hash: a source that begins otherwise is another one.
  bytes bigint not null check (bytes > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- The sizes of the files with rejected records and their reasons.
  rejected jsonb not null,
  -- What has been counted.
  summary jsonb not null,
  updated timestamptz not null default now(),
  primary key (account_id, service_id, name),
  foreign key (account_id, service_id) references services on delete cascade
);
select protect_account_rows('import_progress', 'select');
revoke select on import_progress from portal_app;
