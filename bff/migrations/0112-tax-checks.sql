-- When the account's tax number is to be looked up next, and how often in a row the register has not answered.
alter table accounts
  add tax_check_due timestamptz,
  add tax_check_failures integer not null default 0;
create index accounts_tax_check_due on accounts (tax_check_due) where tax_check_due is not null;

-- What the register said, and when: the evidence for invoices without VAT.
create table tax_checks (
  account_id text not null references accounts on delete cascade,
  checked_at timestamptz not null default now(),
  tax_number text not null,
  register text not null,
  outcome text not null check (outcome in ('valid', 'invalid', 'unavailable')),
  -- The register's own number of the consultation, which tax authorities ask for.
  consultation_number text,
  -- Why there was no answer, in the register's words or the program's.
  reason text,
  primary key (account_id, checked_at)
);
select protect_account_rows('tax_checks', 'select');

-- Numbers from before there was a register.
update accounts set tax_check_due = now()
where tax_number is not null and tax_status in ('unchecked', 'unavailable')
  and country in ('at', 'be', 'bg', 'cy', 'cz', 'de', 'dk', 'ee', 'es', 'fi', 'fr', 'gr', 'hr', 'hu', 'ie', 'it', 'lt',
    'lu', 'lv', 'mt', 'nl', 'pl', 'pt', 'ro', 'se', 'si', 'sk');
