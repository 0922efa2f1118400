-- Reference rates of the European Central Bank, units of the currency for one euro: the VAT of an invoice in another currency
-- is also stated in euro (Directive 2006/112/EC, articles 91 and 230). A published rate never changes.
create table exchange_rates (
  currency text not null check (currency ~ '^[a-z]{3}$'),
  day date not null,
  rate numeric(20, 8) not null check (rate > 0),
  -- Who published it, as documents name it.
  source text not null,
  loaded timestamptz not null default now(),
  primary key (currency, day)
);
grant select on exchange_rates to portal_app;
