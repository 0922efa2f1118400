-- A number is forgotten with its last call: numbers are personal data, which are stored no longer than the calls.
create function forget_call_numbers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from call_numbers n
  using (
    select distinct account_id, service_id, number
    from removed cross join lateral (values (number_from), (number_to)) own (number)
  ) r
  where n.account_id = r.account_id and n.service_id = r.service_id and n.number = r.number
    and not exists (
      select from cdrs c where c.account_id = n.account_id and c.service_id = n.service_id and c.number_to = n.number)
    and not exists (
      select from cdrs c where c.account_id = n.account_id and c.service_id = n.service_id and c.number_from = n.number);
  return null;
end
$$;
create trigger numbers_removed after delete on cdrs referencing old table as removed
for each statement execute function forget_call_numbers();
