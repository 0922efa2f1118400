-- Rents and set-up fees of numbers, charged when they fall due. `renews_at` is the first day that no charge covers: on it the
-- number renews, or, if nothing was charged yet, its order is charged. Null: active from today, or no further charge.
alter table rented_numbers
  -- The day of the month on which it renews, or the month's last day. Null until the first charge.
  add column renewal_day smallint check (renewal_day between 1 and 31),
  -- Since when the balance has not covered the charge that is due.
  add column renewal_refused_at timestamptz;

create table number_charges (
  charge_id text not null unique check (charge_id ~ '^[!-~]{1,170}$'),
  account_id text not null,
  service_id text not null,
  number_id text not null,
  number text not null,
  kind text not null check (kind in ('rent', 'setup')),
  -- What is paid for: the first and the last day in the account's time zone.
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  amount numeric(20, 2) not null check (amount > 0),
  currency text not null check (currency in ('usd', 'eur')),
  -- When it fell due.
  occurred_at timestamptz not null,
  entry_id bigint not null references journal_entries,
  recorded_at timestamptz not null default now(),
  unique (account_id, number_id, kind, period_start),
  primary key (account_id, charge_id),
  foreign key (account_id, number_id) references rented_numbers,
  foreign key (account_id, service_id, currency) references services (account_id, service_id, currency)
);
create index number_charges_by_service on number_charges (account_id, service_id, occurred_at);
select protect_account_rows('number_charges', 'select');

-- The one document that contains a charge.
create table invoiced_charges (
  charge_id text not null,
  account_id text not null,
  monthly_vat_invoice_id text not null,
  primary key (account_id, charge_id),
  foreign key (account_id, charge_id) references number_charges (account_id, charge_id),
  foreign key (account_id, monthly_vat_invoice_id) references monthly_vat_invoices
);
create index invoiced_charges_by_document on invoiced_charges (account_id, monthly_vat_invoice_id);
select protect_account_rows('invoiced_charges', 'select');

revoke update, delete on number_charges, invoiced_charges from portal_server;
create trigger append_only before update or delete or truncate on number_charges
for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on invoiced_charges
for each statement execute function refuse_change();

-- Until now, rents were charged for calendar months when these were closed. Numbers go on from the end of the last closed month,
-- so no month is charged twice or not at all. Those that were not to renew stay until the end of the current month.
update rented_numbers n
set renews_at = paid.until, renewal_day = extract(day from paid.until),
  expires_at = case when auto_renew and billing_cycles_left is distinct from 0 then expires_at
    else coalesce(expires_at, (paid.until + interval '1 month' - interval '1 day')::date) end
from (
  select c.account_id, c.service_id, max((c.period_end at time zone a.timezone)::date) as until, max(c.period_end) as period_end
  from month_closings c join accounts a using (account_id)
  group by c.account_id, c.service_id
) paid
where paid.account_id = n.account_id and paid.service_id = n.service_id and n.rented_at < paid.period_end
  and n.status in ('active', 'suspended', 'pending_removal');

update rented_numbers n set renews_at = (rented_at at time zone a.timezone)::date
from accounts a
where a.account_id = n.account_id and renewal_day is null and n.status in ('active', 'suspended', 'pending_removal');

-- Numbers on order have no period yet, and former ones none any more.
update rented_numbers set renews_at = null where status not in ('active', 'suspended', 'pending_removal');
