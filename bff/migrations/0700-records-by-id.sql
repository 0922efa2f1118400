-- Calls and messages are found by their ids through the small indexes of hashes alone. Row-level security comes before conditions that
-- are not leakproof, as hashes are, so the moments of a record are looked up as the owner, for the transaction's account. The record
-- is then read by its primary key. The indexes by id were the largest ones, and each imported record had to be added to them.

-- Materialized: a condition on the service would make the database read the whole service while it has no statistics of it.
create function call_moments(service text, id text) returns setof timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (
    select account_id, service_id, cdr_id, started from cdrs where hashtextextended(cdr_id, 0) = hashtextextended(id, 0)
  )
  select started from found
  where account_id = current_setting('portal.account_id', true) and service_id = service and cdr_id = id
$$;

create function message_moments(service text, id text) returns setof timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  with found as materialized (
    select account_id, service_id, message_id, created from messages
    where hashtextextended(message_id, 0) = hashtextextended(id, 0)
  )
  select created from found
  where account_id = current_setting('portal.account_id', true) and service_id = service and message_id = id
$$;

revoke all on function call_moments, message_moments from public;
grant execute on function call_moments, message_moments to portal_app;

drop index cdrs_by_id, messages_by_id;
