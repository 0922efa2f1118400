create table payments (
  account_id text not null references accounts on delete cascade,
  payment_id text not null,
  service_id text not null,
  number text,
  method text not null check (method in ('bank_transfer', 'crypto', 'card', 'manual', 'bonus', 'adjustment')),
  type text not null check (type in ('top_up', 'refund', 'adjustment', 'promo')),
  status text not null check (status in ('pending', 'processing', 'partially_paid', 'paid', 'expired', 'canceled', 'failed',
    'refunded', 'partially_refunded')),
  status_reason text,
  currency text not null check (currency in ('usd', 'eur')),
  -- What is credited to the balance; gross_amount is what is paid.
  amount numeric(20, 2) not null,
  net_amount numeric(20, 2) not null,
  tax_rate numeric(5, 2) not null,
  tax_amount numeric(20, 2) not null,
  gross_amount numeric(20, 2) not null,
  fee_amount numeric(20, 2),
  paid_amount numeric(38, 18),
  paid_currency text,
  exchange_rate numeric(20, 8),
  reference text,
  description text,
  note text,
  purchase_order text,
  transaction_reference text,
  balance_before numeric(20, 6),
  balance_after numeric(20, 6),
  monthly_vat_invoice_id text,
  due_date date,
  created timestamptz not null default now(),
  status_updated timestamptz not null default now(),
  completed timestamptz,
  expires_at timestamptz,
  primary key (account_id, payment_id),
  foreign key (account_id, service_id) references services,
  check (gross_amount = net_amount + tax_amount)
);
create unique index payments_number on payments (account_id, number);
create index payments_by_time on payments (account_id, created desc, payment_id desc);
select protect_account_rows('payments', 'select, insert');

-- An issued document never changes; `detail` is its content as it was issued: parties, lines, taxes, totals, payments.
create table monthly_vat_invoices (
  account_id text not null references accounts on delete cascade,
  monthly_vat_invoice_id text not null,
  number text not null,
  document_type text not null check (document_type in ('invoice', 'credit_note')),
  basis text not null check (basis in ('usage', 'prepayment')),
  issue_date date not null,
  due_date date,
  period_start date not null,
  period_end date not null,
  year integer not null,
  month integer not null check (month between 1 and 12),
  timezone text not null,
  service_id text,
  service_type text check (service_type in ('voicing', 'messaging')),
  currency text not null check (currency in ('usd', 'eur')),
  -- A credit note's amounts are negative, so that a list of documents adds up.
  net_amount numeric(20, 2) not null,
  tax_rate numeric(5, 2),
  tax_amount numeric(20, 2) not null,
  gross_amount numeric(20, 2) not null,
  paid_amount numeric(20, 2) not null,
  amount_due numeric(20, 2) not null,
  tax_treatment text not null check (tax_treatment in ('standard', 'reverse_charge', 'exempt', 'outside_scope')),
  status text not null check (status in ('issued', 'paid', 'partially_paid', 'overdue', 'corrected', 'canceled')),
  summary jsonb not null,
  detail jsonb not null,
  created timestamptz not null default now(),
  primary key (account_id, monthly_vat_invoice_id),
  check (gross_amount = net_amount + tax_amount),
  check (amount_due = gross_amount - paid_amount)
);
create unique index monthly_vat_invoices_number on monthly_vat_invoices (account_id, number);
create index monthly_vat_invoices_by_date on monthly_vat_invoices (account_id, issue_date desc, monthly_vat_invoice_id desc);
select protect_account_rows('monthly_vat_invoices', 'select');
