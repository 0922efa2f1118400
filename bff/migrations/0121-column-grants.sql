-- A customer's session changes only the columns that its pages change: not the balance, the address, the password or the
-- status. The portal's own role changes those.
revoke update on accounts from portal_app;
grant update (
  name, company, phone, address, country, timezone, language, currency,
  tax_number, tax_status, tax_value, reverse_charge, tax_reason, tax_check_due, tax_check_failures,
  pending_email, account_token_hash, account_token_last4, account_token_sealed,
  second_token_hash, second_token_last4, second_token_sealed, updated
) on accounts to portal_app;

revoke update on services from portal_app;
grant update (threshold_enabled, threshold_amount, updated) on services to portal_app;
