-- Records of a usage batch that were removed, because their import was undone. The batch stays as it was charged; what they had cost is
-- a correction of it (0167).
create table usage_removals (
  account_id text not null,
  service_id text not null,
  batch_id text not null,
  -- From 1 in each batch.
  number integer not null check (number > 0),
  records integer not null check (records > 0),
  recorded_at timestamptz not null default now(),
  primary key (account_id, service_id, batch_id, number),
  foreign key (account_id, service_id, batch_id) references usage_batches
);
select protect_account_rows('usage_removals', 'select');
revoke select on usage_removals from portal_app;
revoke update, delete on usage_removals from portal_server;
create trigger append_only before update or delete or truncate on usage_removals
for each statement execute function refuse_change();

-- Whether records are removed instead of imported.
alter table import_progress add column undoes boolean not null default false;
