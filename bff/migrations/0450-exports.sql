-- Files of calls or messages that are made in the background. Processes take over one whose process has died.
create table exports (
  account_id text not null references accounts on delete cascade,
  export_id text not null default 'exp_' || replace(gen_random_uuid()::text, '-', ''),
  service_id text not null,
  kind text not null check (kind in ('calls', 'messages')),
  format text not null check (format in ('csv', 'xlsx')),
  -- The parameters of the history's address as they were requested, and with the period that they had then.
  query jsonb not null check (jsonb_typeof(query) = 'object' and length(query::text) <= 10000),
  fixed_query jsonb not null check (jsonb_typeof(fixed_query) = 'object' and length(fixed_query::text) <= 10000),
  -- Those of the account when it was requested.
  language text not null,
  timezone text not null,
  start_date date not null,
  end_date date not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  rows bigint not null default 0,
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  size_bytes bigint,
  failure text check (failure in ('too_large', 'internal')),
  -- Counts the beginnings: a process that was believed dead writes nothing more.
  attempt integer not null default 0,
  -- When the process that makes the file was last alive.
  heartbeat timestamptz,
  created timestamptz not null default now(),
  finished timestamptz,
  expires timestamptz,
  -- SHA-256 of the token of the mailed link.
  token_hash bytea unique,
  token_used timestamptz,
  primary key (account_id, export_id),
  foreign key (account_id, service_id) references services
);
create index exports_of_account on exports (account_id, created);
create index exports_in_work on exports (created) where state in ('queued', 'running');
create index exports_with_file on exports (expires) where state = 'ready';
select protect_account_rows('exports', 'select, delete');
grant
  insert (account_id, service_id, kind, format, query, fixed_query, language, timezone, start_date, end_date),
  update (state, finished, token_used)
on exports to portal_app;

-- The parts of a file in their order, those of CSV compressed with gzip.
create table export_parts (
  account_id text not null,
  export_id text not null,
  position integer not null,
  content bytea not null,
  primary key (account_id, export_id, position),
  foreign key (account_id, export_id) references exports on delete cascade
);
-- They are compressed.
alter table export_parts alter column content set storage external;
select protect_account_rows('export_parts', 'select');
