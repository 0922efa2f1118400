-- A customer may cancel a pro-forma invoice for which no money has arrived, and changes nothing else of it. A job expires overdue
-- payments, so that a payment's state is what is stored.
create policy own_cancellation on payments for update to portal_app
  using (account_id = current_setting('portal.account_id', true) and status = 'pending' and type = 'top_up'
    and method = 'bank_transfer')
  with check (account_id = current_setting('portal.account_id', true) and status = 'canceled');
grant update (status, status_updated) on payments to portal_app;

create index payments_awaited on payments (account_id, payment_id) where status in ('pending', 'partially_paid');
