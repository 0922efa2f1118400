-- What pages observe of the releases they run: unhandled errors and rejections, long tasks, growth of the memory,
-- violations of the content security policy. Each page counts once for each kind and release. Details hold no customer data.
create table release_incidents (
  area text not null,
  version text not null,
  kind text not null,
  attribution text not null,
  detail text not null,
  -- The largest: milliseconds of a long task, megabytes of growth.
  amount integer,
  pages integer not null default 1,
  first timestamptz not null default now(),
  last timestamptz not null default now(),
  primary key (area, version, kind, attribution, detail)
);
create index release_incidents_last on release_incidents (last);
