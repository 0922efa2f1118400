-- portal_owner: sees every account; the role that connects is it or is a member of it.
-- portal_app: sees the account that the transaction names; no login, no ownership, no way around row-level security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_owner') then
    create role portal_owner nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'portal_app') then
    create role portal_app nologin nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was first
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'portal_owner', 'usage') then
    execute format('grant portal_owner to %I with inherit true', current_user);
  end if;
  if not pg_has_role(current_user, 'portal_app', 'set') then
    execute format('grant portal_app to %I with set true', current_user);
  end if;
end
$$;

revoke all on schema public from public;
grant usage on schema public to portal_app;

-- Every per-account table calls this once. The table has a text column account_id that leads its primary key.
create function protect_account_rows(target regclass, privileges text default 'select, insert, update, delete')
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy own_account on %s to portal_app
       using (account_id = current_setting(''portal.account_id'', true))
       with check (account_id = current_setting(''portal.account_id'', true))', target);
  execute format('create policy all_accounts on %s to portal_owner using (true) with check (true)', target);
  execute format('grant %s on %s to portal_app', privileges, target);
end
$$;
