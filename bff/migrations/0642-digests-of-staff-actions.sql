-- What the staff have done decides what the audit expects, and its figures stand nowhere else. Their digests let it notice a change.
create table staff_action_digests (
  action_key text primary key,
  -- SHA-256 of the content, in hexadecimal digits.
  digest text not null check (digest ~ '^[0-9a-f]{64}$')
);
alter table staff_action_digests enable row level security, force row level security;
create policy all_accounts on staff_action_digests to portal_owner, portal_server using (true) with check (true);
revoke insert, update, delete on staff_action_digests from portal_server;

create function staff_action_digest(a staff_actions) returns text language sql stable parallel safe as $$
  select digest_of(jsonb_build_array(a.command, a.account_id, a.actor, a.reason, a.arguments, a.result, a.recorded_at at time zone 'UTC'))
$$;
revoke all on function staff_action_digest from public;
grant execute on function staff_action_digest to portal_server;

create function record_staff_action_digest() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into staff_action_digests values (new.action_key, staff_action_digest(new));
  return null;
end
$$;
create trigger staff_actions_digest after insert on staff_actions for each row execute function record_staff_action_digest();

insert into staff_action_digests select action_key, staff_action_digest(a) from staff_actions a;
create trigger append_only before update or delete or truncate on staff_action_digests
for each statement execute function refuse_change();
