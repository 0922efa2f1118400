-- The registrations of an unconfirmed address, one per browser. Confirming the address applies one of them, so that a
-- stranger who registers the same address cannot choose the password. form: columns of accounts.
create table registrations (
  account_id text not null references accounts on delete cascade,
  -- SHA-256 of the random token in the browser's cookie.
  browser_hash bytea not null,
  form jsonb not null,
  created timestamptz not null default now(),
  primary key (account_id, browser_hash)
);
select protect_account_rows('registrations', 'select');
-- No session needs them.
revoke all on registrations from portal_app;

-- Registrations that were pending before: no browser has their token.
insert into registrations (account_id, browser_hash, form, created)
select account_id, sha256(gen_random_uuid()::text::bytea), jsonb_build_object('password_hash', password_hash), created
from accounts where email_confirmed_at is null;
