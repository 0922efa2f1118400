-- A closed month of a service: exactly one, whether or not it has a document.
create table month_closings (
  account_id text not null,
  service_id text not null,
  month date not null check (extract(day from month) = 1),
  -- When the month ended in the account's time zone, exclusive. The next one begins there, also if the time zone changes.
  period_end timestamptz not null,
  -- Null when there was nothing to invoice.
  monthly_vat_invoice_id text,
  closed timestamptz not null default now(),
  primary key (account_id, service_id, month),
  foreign key (account_id, service_id) references services,
  foreign key (account_id, monthly_vat_invoice_id) references monthly_vat_invoices
);
select protect_account_rows('month_closings', 'select');

-- Which document contains the records of a batch that belong to a month. A batch can have records of several months, and a
-- late batch is on a later document.
create table invoiced_usage (
  account_id text not null,
  service_id text not null,
  batch_id text not null,
  month date not null,
  monthly_vat_invoice_id text,
  primary key (account_id, service_id, batch_id, month),
  foreign key (account_id, service_id, batch_id) references usage_batches,
  foreign key (account_id, monthly_vat_invoice_id) references monthly_vat_invoices
);
select protect_account_rows('invoiced_usage', 'select');

-- What documents have used of the entries that credited a balance (basis usage), or which prepayments they document (basis
-- prepayment). Receipts after the day of issue are added here; the document does not change.
create table document_receipts (
  account_id text not null,
  monthly_vat_invoice_id text not null,
  entry_id bigint not null references journal_entries,
  amount numeric(20, 2) not null check (amount <> 0),
  -- Part of the document's own paid amount.
  at_issue boolean not null,
  recorded timestamptz not null default now(),
  primary key (account_id, monthly_vat_invoice_id, entry_id),
  foreign key (account_id, monthly_vat_invoice_id) references monthly_vat_invoices
);
create index document_receipts_by_entry on document_receipts (entry_id);
select protect_account_rows('document_receipts', 'select');

-- The server adds rows, and names the document of a month that cost nothing until its calls were rerated.
revoke update, delete on month_closings, invoiced_usage, document_receipts from portal_server;
grant update (monthly_vat_invoice_id) on invoiced_usage to portal_server;

-- Documents that exist have closed their months.
insert into month_closings (account_id, service_id, month, period_end, monthly_vat_invoice_id, closed)
select distinct on (account_id, service_id, make_date(year, month, 1)) account_id, service_id, make_date(year, month, 1),
  (period_end + 1)::timestamp at time zone timezone, monthly_vat_invoice_id, created
from monthly_vat_invoices
where service_id is not null and document_type = 'invoice'
order by account_id, service_id, make_date(year, month, 1), created;

insert into invoiced_usage (account_id, service_id, batch_id, month, monthly_vat_invoice_id)
select distinct account_id, service_id, batch_id, c.month, c.monthly_vat_invoice_id
from (
  select account_id, service_id, batch_id, started as moment from cdrs
  union all
  select account_id, service_id, batch_id, created from messages
) r
join usage_batches b using (account_id, service_id, batch_id)
cross join lateral (
  select month, monthly_vat_invoice_id from month_closings
  where account_id = r.account_id and service_id = r.service_id and period_end > r.moment
  order by period_end limit 1
) c;

-- Other services start with the current month: the portal has invoiced nothing before.
insert into month_closings (account_id, service_id, month, period_end)
select s.account_id, service_id, (started - interval '1 month')::date, started at time zone a.timezone
from services s join accounts a using (account_id)
cross join lateral (select date_trunc('month', now() at time zone a.timezone) as started) current
where s.created < started at time zone a.timezone
on conflict do nothing;

-- A document whose payments were entered by hand names payments without an entry; those add no row.
insert into document_receipts (account_id, monthly_vat_invoice_id, entry_id, amount, at_issue)
select i.account_id, monthly_vat_invoice_id, min(l.entry_id), sum((paid ->> 'amount')::numeric), true
from monthly_vat_invoices i cross join jsonb_array_elements(detail -> 'payments') paid
join payment_entries l on l.account_id = i.account_id and l.payment_id = paid ->> 'payment_id'
where document_type = 'invoice'
group by i.account_id, monthly_vat_invoice_id, l.payment_id
on conflict do nothing;

-- The VAT of a document is rounded once, that of each payment separately; the difference is the document's rounding (BT-114).
alter table monthly_vat_invoices add column rounding numeric(20, 2) not null default 0,
  drop constraint monthly_vat_invoices_check1,
  add check (amount_due = gross_amount - paid_amount + rounding);

-- Numbers are unique in the whole portal, not only in an account.
drop index monthly_vat_invoices_number;
create unique index monthly_vat_invoices_number on monthly_vat_invoices (number);
drop index payments_number;
create unique index payments_number on payments (number);
