-- otp: the password was right, the second step is missing. restore: a mailed link was opened, the new password is missing.
alter table sessions drop constraint sessions_kind_check;
alter table sessions add constraint sessions_kind_check check (kind in ('full', 'dpu', 'confirm', 'otp', 'restore'));
-- What the list of sessions calls one by: no secret, and nothing that a token or its hash could be told from.
alter table sessions add column session_id text not null default 'ses_' || replace(gen_random_uuid()::text, '-', '');
alter table sessions add column wrong_codes integer not null default 0;
create unique index sessions_id on sessions (session_id);

-- secret, pending_secret: sealed. A pending one is not in use until a code made with it has been entered.
create table two_factor (
  account_id text primary key references accounts on delete cascade,
  secret text,
  enabled_at timestamptz,
  -- The 30 seconds of the last code that was taken: no code works twice.
  last_used_step bigint not null default 0,
  pending_secret text,
  pending_since timestamptz,
  check ((secret is null) = (enabled_at is null)),
  check ((pending_secret is null) = (pending_since is null))
);
select protect_account_rows('two_factor');

-- code_hash: HMAC under a key that is not in the database.
create table recovery_codes (
  account_id text not null references accounts on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
select protect_account_rows('recovery_codes');
