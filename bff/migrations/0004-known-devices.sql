-- Browsers in which a customer has logged in before. Guessing an account's password from elsewhere cannot lock them out.
create table known_devices (
  account_id text not null references accounts on delete cascade,
  token_hash bytea not null,
  last_used timestamptz not null default now(),
  primary key (account_id, token_hash)
);
create index known_devices_last_used on known_devices (last_used);
select protect_account_rows('known_devices', 'select, delete');
