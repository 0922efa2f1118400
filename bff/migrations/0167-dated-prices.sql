-- A price list has versions: a call has the price of the latest version that is valid when it starts.
alter table prices add column valid_from timestamptz not null default '2000-01-01T00:00:00Z';
alter table prices alter column valid_from drop default;
alter table prices drop constraint prices_pkey, add primary key (price_list_id, valid_from, prefix);

-- What a new price of calls that had been charged changed. Their records have the new prices, their batch the first cost.
create table usage_corrections (
  account_id text not null,
  service_id text not null,
  batch_id text not null,
  action_key text not null references staff_actions deferrable initially deferred,
  records integer not null check (records > 0),
  -- What the records cost more; negative when they cost less.
  difference numeric(20, 6) not null check (difference <> 0),
  entry_id bigint not null references journal_entries,
  recorded_at timestamptz not null default now(),
  primary key (account_id, service_id, batch_id, action_key),
  foreign key (account_id, service_id, batch_id) references usage_batches
);
select protect_account_rows('usage_corrections', 'select');
revoke update, delete on usage_corrections from portal_server;
create trigger append_only before update or delete or truncate on usage_corrections
for each statement execute function refuse_change();
