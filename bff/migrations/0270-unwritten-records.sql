-- Sealed records of staff actions that no log has yet: the command removes its own after writing it, or a repeated one does.
create table unwritten_records (
  action_key text primary key references staff_actions,
  record text not null check (record <> '')
);
