-- Since when an account is about to get another address, whatever jobs have mailed about it until now: a revert undoes what happened since.
alter table accounts add column pending_email_since timestamptz;
update accounts set pending_email_since = now() where pending_email is not null;

create function note_first_request() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.pending_email_since := case when new.pending_email is not null then coalesce(old.pending_email_since, now()) end;
  return new;
end
$$;
create trigger accounts_first_request before update of pending_email on accounts
  for each row execute function note_first_request();
