-- When an export of each account last began, which decides whose comes next. It outlives the export, which its customer may delete.
create table export_turns (
  account_id text primary key references accounts on delete cascade,
  began timestamptz not null
);
select protect_account_rows('export_turns', 'select');
insert into export_turns (account_id, began)
select account_id, max(heartbeat) from exports where heartbeat is not null group by account_id;
