-- What the staff have done, by the key that they gave: a repeated command finds its action and changes nothing. It outlives the
-- account that it names.
create table staff_actions (
  action_key text primary key check (action_key ~ '^[!-~]{1,120}$'),
  command text not null check (command <> ''),
  account_id text,
  actor text not null check (actor ~ '^staff:[a-z0-9._-]{1,40}$'),
  reason text not null check (reason <> ''),
  arguments jsonb not null,
  result jsonb not null,
  recorded_at timestamptz not null default now()
);
create index staff_actions_by_account on staff_actions (account_id, recorded_at);
alter table staff_actions enable row level security, force row level security;
create policy all_accounts on staff_actions to portal_owner, portal_server using (true) with check (true);
grant select, insert on staff_actions to portal_server;
revoke update, delete on staff_actions from portal_server;
create trigger append_only before update or delete or truncate on staff_actions execute function refuse_change();

-- Which payment a refund gives back.
alter table payments add column refunded_payment_id text,
  add foreign key (account_id, refunded_payment_id) references payments (account_id, payment_id),
  add check (refunded_payment_id is null or type = 'refund');
create index payments_refunds on payments (account_id, refunded_payment_id) where refunded_payment_id is not null;

-- Money that nobody could assign and that was sent back to its payer.
alter table bank_entries add column returned_by text references staff_actions deferrable initially deferred,
  add check (returned_by is null or payment_id is null);
grant update (returned_by) on bank_entries to portal_server;
