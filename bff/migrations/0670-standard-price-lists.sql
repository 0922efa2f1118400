-- Which list new services get is a mark: as the list that was created first it depended on the clock at which lists were loaded.
alter table price_lists add column is_standard boolean not null default false;
update price_lists set is_standard = true where price_list_id in (
  select distinct on (currency, kind) price_list_id from price_lists order by currency, kind, created, price_list_id);
create unique index price_lists_standard on price_lists (currency, kind) where is_standard;

create or replace function standard_price_list(list_currency text, list_kind text) returns text
language sql stable set search_path = public, pg_temp as $$
  select price_list_id from price_lists where currency = list_currency and kind = list_kind and is_standard
$$;
