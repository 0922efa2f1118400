-- Calls and messages: a partition for each month of UTC. No foreign keys: these are loaded in bulk, the loader knows the service.
create table cdrs (
  account_id text not null,
  service_id text not null,
  started timestamptz not null,
  cdr_id text not null,
  call_id text not null,
  direction text not null check (direction in ('outbound', 'inbound')),
  answered timestamptz,
  ended timestamptz not null,
  number_from text not null,
  number_to text not null,
  number_from_name text,
  country text,
  country_from text,
  destination text,
  destination_prefix text,
  number_type text not null default 'unknown',
  result text not null check (result in ('answered', 'busy', 'no_answer', 'canceled', 'rejected',
    'invalid_number', 'congestion', 'failed', 'blocked_balance')),
  sip_code smallint,
  sip_reason text,
  q850_cause smallint,
  hangup_source text check (hangup_source in ('caller', 'callee', 'network')),
  duration_seconds integer not null check (duration_seconds >= 0),
  billed_seconds integer not null check (billed_seconds >= 0),
  ring_seconds integer,
  pdd_ms integer,
  rate_initial_interval integer,
  rate_initial numeric(20, 6),
  rate_next_interval integer,
  rate_next numeric(20, 6),
  fee numeric(20, 6),
  price numeric(20, 6) not null,
  -- false: the price is still pending, it counts as zero until then.
  rated boolean not null default true,
  codec text,
  mos numeric(2, 1),
  primary key (account_id, service_id, started, cdr_id)
) partition by range (started);
create index cdrs_by_id on cdrs (account_id, service_id, cdr_id);
create index cdrs_by_number_from on cdrs (account_id, service_id, number_from text_pattern_ops, started);
create index cdrs_by_number_to on cdrs (account_id, service_id, number_to text_pattern_ops, started);
create index cdrs_by_country on cdrs (account_id, service_id, country, started);
select protect_account_rows('cdrs', 'select');

create table messages (
  account_id text not null,
  service_id text not null,
  created timestamptz not null,
  message_id text not null,
  provider_id text,
  client_ref text,
  direction text not null check (direction in ('outbound', 'inbound')),
  channel text not null default 'sms',
  sender text not null,
  recipient text not null,
  country text,
  mcc text,
  mnc text,
  operator text,
  status text not null check (status in ('scheduled', 'queued', 'sent', 'accepted', 'delivered', 'read', 'undelivered',
    'expired', 'rejected', 'deleted', 'canceled', 'failed', 'unknown', 'received')),
  error_code text,
  error_name text,
  error_permanent boolean,
  sent timestamptz,
  -- When the final status was known.
  delivered timestamptz,
  latency_ms integer,
  parts integer not null check (parts > 0),
  encoding text not null check (encoding in ('gsm7', 'ucs2', 'binary')),
  characters integer not null,
  text text,
  unit_price numeric(20, 6) not null,
  price numeric(20, 6) not null,
  campaign_id text,
  campaign_name text,
  validity_until timestamptz,
  primary key (account_id, service_id, created, message_id)
) partition by range (created);
create index messages_by_id on messages (account_id, service_id, message_id);
create index messages_by_recipient on messages (account_id, service_id, recipient text_pattern_ops, created);
select protect_account_rows('messages', 'select');

-- What arrives for a month that has no partition yet is kept here, and moved when the month gets its own.
create table cdrs_default partition of cdrs default;
create table messages_default partition of messages default;

-- A partition is read through its parent alone: its own policies let no customer in.
create function close_partition(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy all_accounts on %s to portal_owner using (true) with check (true)', target);
end
$$;
select close_partition('cdrs_default'), close_partition('messages_default');

-- Makes the partition of `parent` for the month that holds `moment`, if it is missing. Only for portal_owner.
create function ensure_month_partition(parent regclass, moment timestamptz) returns void language plpgsql as $$
declare
  first_day timestamptz := date_trunc('month', moment, 'UTC');
  next_day timestamptz := date_trunc('month', moment at time zone 'UTC' + interval '1 month') at time zone 'UTC';
  partition_name text := format('%s_%s', parent, to_char(moment at time zone 'UTC', 'YYYY_MM'));
  time_column text := case parent::text when 'cdrs' then 'started' else 'created' end;
begin
  if to_regclass(partition_name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('partitions of ' || parent::text, 0));
  if to_regclass(partition_name) is not null then return; end if;
  execute format('create table %I (like %s including defaults including constraints)', partition_name, parent);
  execute format('with moved as (delete from %s_default where %I >= %L and %I < %L returning *) insert into %I select * from moved',
    parent, time_column, first_day, time_column, next_day, partition_name);
  execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, partition_name, first_day, next_day);
  perform close_partition(partition_name::regclass);
end
$$;
revoke all on function ensure_month_partition from public;
revoke all on function close_partition from public;
do $$ begin
  grant execute on function ensure_month_partition to portal_owner;
  grant execute on function close_partition to portal_owner;
end $$;
