-- A number that somebody else has entered proves nothing: the support calls the one that the account had for 30 days, or at first. A
-- trigger notes it, so that no program can change a number without it.
alter table accounts add column earlier_phone text, add column phone_changed_at timestamptz;

create function settled_phone(account accounts) returns text language sql stable set search_path = public, pg_temp as $$
  select case
    when account.phone_changed_at is null or account.phone_changed_at < now() - interval '30 days' then account.phone
    else account.earlier_phone
  end
$$;

create function note_earlier_phone() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.earlier_phone := settled_phone(old);
  new.phone_changed_at := now();
  return new;
end
$$;
create trigger accounts_phone before update on accounts
  for each row when (new.phone is distinct from old.phone) execute function note_earlier_phone();
