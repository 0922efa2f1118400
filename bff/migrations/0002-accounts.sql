create table accounts (
  account_id text primary key check (account_id ~ '^acc_[A-Za-z0-9]+$'),
  account_sid text not null unique,
  -- The token itself is shown once, when it is made; what stays is enough to check it and to recognise it.
  account_token_hash bytea not null,
  account_token_last4 text not null,
  email text not null,
  email_confirmed_at timestamptz,
  pending_email text,
  password_hash text not null,
  name text not null,
  company text not null,
  -- E.164 with its plus sign.
  phone text not null,
  address text,
  country text check (country ~ '^[a-z]{2}$'),
  tax_number text,
  tax_status text not null default 'unchecked' check (tax_status in ('unchecked', 'valid', 'invalid', 'unavailable')),
  -- VAT, percent.
  tax_value numeric(5, 2) not null default 0,
  reverse_charge boolean not null default false,
  tax_reason text,
  tax_checked_at timestamptz,
  currency text check (currency in ('usd', 'eur')),
  timezone text not null,
  language text not null,
  crypto_enabled boolean not null default true,
  status text not null default 'not_verified'
    check (status in ('not_verified', 'pending', 'verified', 'rejected', 'suspended', 'closed')),
  status_reason text,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  dpu_version text,
  dpu_accepted_at timestamptz,
  password_changed_at timestamptz not null default now(),
  created timestamptz not null default now(),
  updated timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email));
select protect_account_rows('accounts', 'select, update');

-- Proof of the agreement under GDPR article 28(9): who, which text, when, from where.
create table dpu_acceptances (
  account_id text not null references accounts on delete cascade,
  version text not null,
  accepted_at timestamptz not null default now(),
  language text not null,
  ip inet,
  user_agent text,
  primary key (account_id, version, accepted_at)
);
select protect_account_rows('dpu_acceptances', 'select, insert');

-- token_hash: SHA-256 of the 32 random bytes in the cookie. A limited session reaches log-out and its own next step alone.
create table sessions (
  account_id text not null references accounts on delete cascade,
  token_hash bytea not null,
  kind text not null check (kind in ('full', 'dpu', 'confirm')),
  remember boolean not null default false,
  created timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  idle_seconds integer not null check (idle_seconds > 0),
  expires_at timestamptz not null,
  ip inet,
  user_agent text,
  primary key (account_id, token_hash)
);
create unique index sessions_token on sessions (token_hash);
create index sessions_expiry on sessions (expires_at);
select protect_account_rows('sessions', 'select, delete');

-- Mailed links and codes: single use, stored hashed. A code is guessable: it lives shorter than its link.
create table one_time_tokens (
  account_id text not null references accounts on delete cascade,
  token_hash bytea not null,
  purpose text not null check (purpose in ('confirm', 'restore', 'email_change')),
  code_hash bytea,
  code_expires_at timestamptz,
  email text not null,
  created timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, token_hash)
);
create unique index one_time_tokens_token on one_time_tokens (token_hash);
create index one_time_tokens_expiry on one_time_tokens (expires_at);
select protect_account_rows('one_time_tokens', 'select');
