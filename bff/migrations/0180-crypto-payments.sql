-- The invoice of the crypto provider behind a payment, as it was last read from the provider.
create table crypto_invoices (
  account_id text not null,
  payment_id text not null,
  provider text not null,
  invoice_id text not null,
  pay_currency text not null,
  network text not null,
  network_title text not null,
  checkout_url text,
  pay_address text,
  memo text,
  payment_uri text,
  -- Units of the payment's currency for one unit of pay_currency.
  rate numeric(38, 18) not null check (rate > 0),
  pay_amount numeric(38, 18) not null,
  due_amount numeric(38, 18) not null,
  network_fee numeric(38, 18) not null,
  confirmations_required integer,
  expires_at timestamptz not null,
  monitoring_until timestamptz not null,
  -- When the latest applied reading began: an older one must not overwrite it.
  read_at timestamptz not null default now(),
  -- When the provider is asked next; null when nothing more can happen.
  next_read_at timestamptz,
  primary key (account_id, payment_id),
  foreign key (account_id, payment_id) references payments,
  unique (provider, invoice_id)
);
create index crypto_invoices_due on crypto_invoices (next_read_at) where next_read_at is not null;
select protect_account_rows('crypto_invoices', 'select, insert');

-- What has arrived for an invoice. A settled transaction is credited once.
create table crypto_transactions (
  account_id text not null,
  payment_id text not null,
  transaction_id text not null,
  -- Of pay_currency; what counts is the amount without the fee.
  amount numeric(38, 18) not null,
  fee numeric(38, 18) not null,
  state text not null check (state in ('detected', 'settled', 'invalid')),
  confirmations integer,
  received_at timestamptz not null,
  -- Received after the quote had expired.
  is_late boolean not null,
  -- What was credited for it, VAT included, in the payment's currency; null until then.
  credited numeric(20, 2) check (credited >= 0),
  primary key (account_id, payment_id, transaction_id),
  foreign key (account_id, payment_id) references crypto_invoices,
  check (credited is null or state = 'settled')
);
select protect_account_rows('crypto_transactions', 'select');
revoke delete on crypto_invoices, crypto_transactions from portal_server;

-- Invoices of the sandbox, which replaces a provider outside production.
create table crypto_sandbox_invoices (
  invoice_id text primary key,
  created timestamptz not null default now(),
  invoice jsonb not null
);
alter table crypto_sandbox_invoices enable row level security, force row level security;
create policy all_accounts on crypto_sandbox_invoices to portal_owner, portal_server using (true) with check (true);
