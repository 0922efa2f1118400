-- Price lists for messages: a segment's price by network (MCC and MNC), by operator, or for the rest of a country.
alter table price_lists add column kind text not null default 'calls' check (kind in ('calls', 'messages'));

create table message_prices (
  price_list_id text not null references price_lists on delete cascade,
  valid_from timestamptz not null,
  country text not null check (country ~ '^[a-z]{2}$'),
  -- E.212; both or neither.
  mcc text check (mcc ~ '^[0-9]{3}$'),
  mnc text check (mnc ~ '^[0-9]{2,3}$'),
  operator text check (operator <> ''),
  unit_price numeric(20, 6) not null check (unit_price >= 0),
  check ((mcc is null) = (mnc is null)),
  unique nulls not distinct (price_list_id, valid_from, country, mcc, mnc, operator)
);
-- A tariff is no secret, as that of calls.
grant select on message_prices to portal_app;
