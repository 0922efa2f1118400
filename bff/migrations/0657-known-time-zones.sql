-- Whether this database knows a time zone. The server's library knows names that PostgreSQL does not, such as
-- Canada/East-Saskatchewan: they are refused where they are entered.
create function knows_time_zone(name text) returns boolean language plpgsql stable as $$
begin
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
