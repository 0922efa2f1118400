-- Price lists are the provider's, not an account's. Rates are per minute; intervals are whole seconds.
create table price_lists (
  price_list_id text primary key,
  title text not null,
  currency text not null check (currency in ('usd', 'eur')),
  created timestamptz not null default now()
);

create table prices (
  price_list_id text not null references price_lists on delete cascade,
  -- Leading digits of the called number, without a plus sign; the longest match counts.
  prefix text not null check (prefix ~ '^[1-9][0-9]{0,14}$'),
  country text not null check (country ~ '^[a-z]{2}$'),
  destination text not null,
  number_type text not null check (number_type in
    ('fixed', 'mobile', 'toll_free', 'premium', 'shared', 'voip', 'satellite', 'unknown')),
  rate_initial_interval integer not null check (rate_initial_interval > 0),
  rate_initial numeric(20, 6) not null check (rate_initial >= 0),
  rate_next_interval integer not null check (rate_next_interval > 0),
  rate_next numeric(20, 6) not null check (rate_next >= 0),
  fee numeric(20, 6) not null default 0 check (fee >= 0),
  primary key (price_list_id, prefix)
);

alter table services add foreign key (price_list_id) references price_lists;
-- A tariff is no secret; who looks it up from a customer's transaction may only read.
grant select on price_lists, prices to portal_app;
