create table rented_numbers (
  account_id text not null references accounts on delete cascade,
  number_id text not null,
  service_id text not null,
  -- E.164 with its plus sign.
  number text not null,
  country text not null,
  region text,
  city text,
  area_code text,
  type text not null check (type in ('local', 'national', 'mobile', 'toll_free', 'shared_cost', 'landline', 'inum', 'short_code')),
  capabilities text[] not null,
  status text not null check (status in ('active', 'pending', 'awaiting_registration', 'suspended', 'pending_removal', 'expired',
    'ported_out')),
  setup_price numeric(20, 2) not null default 0,
  monthly_price numeric(20, 2) not null,
  currency text not null check (currency in ('usd', 'eur')),
  rented_at timestamptz not null,
  renews_at date,
  expires_at date,
  auto_renew boolean not null default true,
  billing_cycles_left integer,
  channels integer,
  label text check (length(label) <= 64),
  routing jsonb not null default '{"type": "none", "target": null}',
  compliance_status text not null default 'not_required'
    check (compliance_status in ('not_required', 'required', 'pending', 'approved', 'rejected')),
  primary key (account_id, number_id),
  unique (account_id, service_id, number),
  foreign key (account_id, service_id) references services
);
select protect_account_rows('rented_numbers', 'select');
