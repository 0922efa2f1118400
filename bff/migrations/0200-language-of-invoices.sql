-- The language of an invoice's documents: the customer's when it was issued. The customer may choose another one later, the document
-- stays as it is. For documents from before this migration it is the customer's language of today.
alter table monthly_vat_invoices add column language text
  check (language in ('en', 'es', 'de', 'fr', 'pt', 'it', 'ru', 'tr', 'pl', 'et', 'lv', 'lt'));
update monthly_vat_invoices i set language = a.language from accounts a where a.account_id = i.account_id;
alter table monthly_vat_invoices alter column language set not null;
