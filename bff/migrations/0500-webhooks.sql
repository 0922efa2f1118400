-- Addresses of customers to which events of their account are sent.
create table webhooks (
  account_id text not null references accounts on delete cascade,
  webhook_id text not null default 'whk_' || replace(gen_random_uuid()::text, '-', ''),
  url text not null check (length(url) between 1 and 1000),
  description text not null default '' check (length(description) <= 100),
  events text[] not null check (cardinality(events) between 1 and 20),
  -- 'failed' once it has failed for days.
  status text not null default 'active' check (status in ('active', 'paused', 'failed')),
  secret_sealed text not null,
  -- The secret before the last rotation, which signs as well until that moment.
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  -- Since the last success: how many rounds have failed, and since when.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Nothing is sent to it before.
  rest_until timestamptz,
  -- A process sends to it until then, so that no other does.
  busy_until timestamptz,
  primary key (account_id, webhook_id),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
select protect_account_rows('webhooks', 'select, delete');
grant insert (account_id, url, description, events, secret_sealed),
  update (url, description, events, status, secret_sealed, previous_secret_sealed, previous_secret_until, updated, failures,
    failing_since, rest_until) on webhooks to portal_app;

-- What webhooks are notified of, written by the transaction in which it happened.
create table webhook_events (
  account_id text not null references accounts on delete cascade,
  event_id text not null default 'evt_' || replace(gen_random_uuid()::text, '-', ''),
  type text not null,
  -- Names what happened, so that it is written once.
  event_key text not null,
  -- Not jsonb, which changes the order of members.
  data json not null,
  created timestamptz not null default now(),
  primary key (account_id, event_id),
  unique (account_id, type, event_key)
);
create index webhook_events_by_time on webhook_events (created);
select protect_account_rows('webhook_events', 'select');
grant insert (account_id, type, event_key, data) on webhook_events to portal_app;

-- Each event on its way to each webhook.
create table webhook_deliveries (
  account_id text not null,
  delivery_id text not null default 'whd_' || replace(gen_random_uuid()::text, '-', ''),
  webhook_id text not null,
  event_id text not null,
  is_replay boolean not null default false,
  created timestamptz not null default now(),
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt timestamptz default now(),
  last_attempt timestamptz,
  duration_ms integer,
  response_status integer,
  failure text check (failure in ('status', 'timeout', 'unreachable', 'certificate', 'address_refused')),
  primary key (account_id, delivery_id),
  foreign key (account_id, webhook_id) references webhooks on delete cascade,
  foreign key (account_id, event_id) references webhook_events on delete cascade,
  check ((next_attempt is null) = (status <> 'pending'))
);
create index webhook_deliveries_by_webhook on webhook_deliveries (account_id, webhook_id, created, delivery_id);
create index webhook_deliveries_by_event on webhook_deliveries (account_id, event_id);
create index webhook_deliveries_due on webhook_deliveries (account_id, webhook_id, next_attempt) where status = 'pending';
select protect_account_rows('webhook_deliveries', 'select');
grant insert (account_id, webhook_id, event_id, is_replay) on webhook_deliveries to portal_app;

create table webhook_attempts (
  account_id text not null,
  delivery_id text not null,
  attempt integer not null check (attempt > 0),
  at timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  failure text check (failure in ('status', 'timeout', 'unreachable', 'certificate', 'address_refused')),
  -- The beginning of the response.
  response_body text check (length(response_body) <= 500),
  primary key (account_id, delivery_id, attempt),
  foreign key (account_id, delivery_id) references webhook_deliveries on delete cascade
);
select protect_account_rows('webhook_attempts', 'select');
