-- The last record of each process's security log: a log that lacks it was cut off. Customers' transactions have no access.
create table audit_chains (
  chain text primary key,
  records bigint not null check (records > 0),
  mac text not null,
  started timestamptz not null default now(),
  updated timestamptz not null default now()
);
create index audit_chains_updated on audit_chains (updated);
