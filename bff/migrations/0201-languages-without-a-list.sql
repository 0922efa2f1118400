-- The contract lists the languages; a new one must not need a migration.
alter table monthly_vat_invoices drop constraint monthly_vat_invoices_language_check;
