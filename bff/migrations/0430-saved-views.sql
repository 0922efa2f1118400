-- Views of the histories that customers have saved: filters, order and columns under a name.
create table saved_views (
  account_id text not null references accounts on delete cascade,
  view_id text not null default 'view_' || replace(gen_random_uuid()::text, '-', ''),
  kind text not null check (kind in ('calls', 'messages')),
  name text not null check (length(name) between 1 and 60),
  -- The parameters of the history's address, as text.
  query jsonb not null check (jsonb_typeof(query) = 'object' and length(query::text) <= 10000),
  columns text[] not null check (cardinality(columns) between 1 and 100),
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, view_id)
);
create unique index saved_views_by_name on saved_views (account_id, kind, lower(name));
select protect_account_rows('saved_views', 'select, delete');
grant insert (account_id, kind, name, query, columns), update (name, query, columns, updated) on saved_views to portal_app;

-- The columns of a history that its customer has chosen last.
create table history_columns (
  account_id text not null references accounts on delete cascade,
  kind text not null check (kind in ('calls', 'messages')),
  columns text[] not null check (cardinality(columns) between 1 and 100),
  primary key (account_id, kind)
);
select protect_account_rows('history_columns', 'select, delete');
grant insert (account_id, kind, columns), update (columns) on history_columns to portal_app;
