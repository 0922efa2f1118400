-- A verdict is about one number in one country. The customers' role lost it with a new number already; with this, a number that the staff
-- have changed, by whatever means, has no verdict either, and VAT is taken until the register confirms it.
create function forget_tax_verdict() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.tax_status := 'unchecked';
  new.tax_checked_at := null;
  new.tax_check_failures := 0;
  return new;
end
$$;
create trigger accounts_tax_verdict before update of tax_number, country on accounts
  for each row when (
    (new.tax_number, new.country) is distinct from (old.tax_number, old.country)
    and coalesce(new.tax_number, old.tax_number) is not null
    and new.tax_status is not distinct from old.tax_status
    and current_user <> 'portal_app'
  ) execute function forget_tax_verdict();
