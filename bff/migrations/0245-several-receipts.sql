-- A payment can pay the same document twice: in part when it is issued, and the rest when another payment of it is taken back.
alter table document_receipts
  add column receipt_id bigint generated always as identity,
  drop constraint document_receipts_pkey,
  add primary key (account_id, monthly_vat_invoice_id, entry_id, receipt_id);
