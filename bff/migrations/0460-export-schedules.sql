-- Exports that are made each week or month and mailed.
create table export_schedules (
  account_id text not null references accounts on delete cascade,
  schedule_id text not null default 'sch_' || replace(gen_random_uuid()::text, '-', ''),
  service_id text not null,
  kind text not null check (kind in ('calls', 'messages')),
  format text not null check (format in ('csv', 'xlsx')),
  -- The filters of the history, without a period.
  query jsonb not null check (jsonb_typeof(query) = 'object' and length(query::text) <= 10000),
  frequency text not null check (frequency in ('weekly', 'monthly')),
  -- The day of the week on which the file is made, 1 is Monday; null for the first of each month.
  weekday integer check (weekday between 1 and 7),
  -- The day on which the next file is made, in the account's time zone.
  next_date date not null,
  created timestamptz not null default now(),
  primary key (account_id, schedule_id),
  check ((frequency = 'weekly') = (weekday is not null)),
  foreign key (account_id, service_id) references services
);
create index export_schedules_due on export_schedules (next_date);
select protect_account_rows('export_schedules', 'select, delete');
grant insert (account_id, service_id, kind, format, query, frequency, weekday, next_date) on export_schedules to portal_app;

-- The schedule that an export belongs to, and the day on which it was due: one file for each.
alter table exports
  add column schedule_id text,
  add column due_date date,
  add foreign key (account_id, schedule_id) references export_schedules on delete set null (schedule_id);
create unique index exports_of_schedule on exports (account_id, schedule_id, due_date);
