-- Customers cancel payments by this function alone, so that they need no right to update any.
drop policy own_cancellation on payments;
revoke update (status, status_updated) on payments from portal_app;

create function cancel_own_payment(canceled_id text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with canceled as (
    update payments set status = 'canceled', status_updated = now()
    where account_id = current_setting('portal.account_id', true) and payment_id = canceled_id and status = 'pending'
      and type = 'top_up' and method = 'bank_transfer'
    returning 1
  )
  select exists (select from canceled)
$$;
revoke all on function cancel_own_payment from public;
grant execute on function cancel_own_payment to portal_app;
