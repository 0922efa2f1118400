revoke insert, update, delete on number_series from portal_server;

-- The count continues in a new series: without its series, too, a number is never that of another payment or document.
create function number_in_series(sequence bigint, digits integer default 1) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select concat_ws('-', (select series from number_series order by series_id desc limit 1),
    lpad(sequence::text, greatest(digits, length(sequence::text)), '0'))
$$;

create or replace function payment_number(number_kind text, year text, sequence bigint) returns text
language sql stable set search_path = public, pg_temp as $$
  select format('%s-%s-%s', number_kind, year, number_in_series(sequence, 6))
$$;

alter table services alter column billing_id set default number_in_series(nextval('service_billing_id'));
