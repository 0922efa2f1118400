-- Statements about days convert moments to the account's time zone. A name that PostgreSQL does not know would end them for all
-- accounts, and an abbreviation such as CET is a fixed offset here, while the server's library gives it summer time.
do $$
declare
  account record;
begin
  for account in select account_id, timezone from accounts where timezone <> 'UTC' loop
    begin
      perform now() at time zone account.timezone;
      continue when account.timezone like '%/%';
    exception when invalid_parameter_value then
      null;
    end;
    update accounts
    set timezone = case upper(account.timezone)
      when 'CET' then 'Europe/Brussels' when 'MET' then 'Europe/Brussels' when 'EET' then 'Europe/Athens'
      when 'WET' then 'Europe/Lisbon' else 'UTC'
    end
    where account_id = account.account_id;
  end loop;
end
$$;
alter table accounts add constraint accounts_timezone check (timezone = 'UTC' or timezone like '%/%');

create function require_time_zone() returns trigger language plpgsql as $$
begin
  -- Raises an error about an unknown name.
  perform now() at time zone new.timezone;
  return new;
end
$$;
create trigger accounts_timezone before insert or update of timezone on accounts
for each row execute function require_time_zone();
