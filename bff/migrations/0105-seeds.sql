-- What was loaded once and must not come back after a customer changed or closed it.
create table seeds (
  name text primary key,
  seeded timestamptz not null default now()
);
