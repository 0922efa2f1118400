-- What the documents of a payment state beside its amounts, as it was when the payment was created: parties, language, why VAT. Null
-- for payments from before: they have no documents.
alter table payments add column particulars jsonb;
grant insert (particulars) on payments to portal_app;

-- For receipts: what arrived with VAT, and the customer's language then. Null for entries from before.
alter table payment_entries
  add column received numeric(20, 2),
  add column language text;

-- The names, types and sizes of a mail's files; their content is rendered when the mail is sent.
alter table dev_mail add column attachments jsonb not null default '[]';
