create sequence support_ticket_number start 10001;
grant usage on sequence support_ticket_number to portal_app;

create table support_tickets (
  account_id text not null references accounts on delete cascade,
  ticket_id text not null,
  number text not null unique,
  subject text not null,
  body text not null,
  category text not null,
  priority text not null default 'normal',
  status text not null default 'open' check (status in ('open', 'answered', 'customer_reply', 'on_hold', 'closed')),
  service_id text,
  context jsonb,
  reply_to text not null,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  primary key (account_id, ticket_id)
);
select protect_account_rows('support_tickets', 'select, insert');

-- The stored answer of a call that must take effect once; written in the same transaction as the effect.
create table idempotency_keys (
  account_id text not null references accounts on delete cascade,
  key text not null,
  call text not null,
  body_hash bytea not null,
  status integer not null,
  response json not null,
  created timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_created on idempotency_keys (created);
select protect_account_rows('idempotency_keys', 'select, insert, update, delete');

-- Counters only: losing them in a crash costs nothing, so they skip the log.
create unlogged table rate_counters (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

-- The development mailbox; stays empty where SMTP_URL is set.
create table dev_mail (
  mail_id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created timestamptz not null default now()
);
