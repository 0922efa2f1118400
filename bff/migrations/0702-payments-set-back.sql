-- Payments that were made while the clock was ahead are set back. Their number, amounts and documents stay.
grant update (created, due_date) on payments to portal_server;
