-- A database that was restored does not know which numbers were given out after its backup. Its own numbers contain a series of
-- letters, which no number before the restore contains. Restoring a backup from before this table runs this file first: it needs
-- nothing but the role portal_owner, and can run twice.
create table if not exists number_series (
  series_id bigint generated always as identity primary key,
  series text not null unique check (series ~ '^[BCDFGHJKLMNPQRSTVWXZ]{5}$'),
  since timestamptz not null default now()
);

-- Random, because a count would begin again with each restore of the same backup; without vowels, so that no word appears.
create or replace function begin_number_series() returns text language sql set search_path = public, pg_temp as $$
  insert into number_series (series)
  select string_agg(substr('BCDFGHJKLMNPQRSTVWXZ', 1 + floor(random() * 20)::integer, 1), '') from generate_series(1, 5)
  returning series
$$;
revoke all on function begin_number_series from public;
