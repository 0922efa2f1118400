-- Which line of an invoice a credit note's line corrects. An invoice whose lines are corrected in full is corrected.
create table invoice_corrections (
  account_id text not null,
  credit_note_id text not null,
  -- The credit note's line.
  line_id text not null,
  corrected_id text not null,
  -- The invoice's line. Null on credit notes from before this table.
  corrected_line_id text,
  -- As on the credit note: negative when the customer gets it back.
  net_amount numeric(20, 2) not null check (net_amount <> 0),
  -- What was given back of a prepayment, VAT included.
  gross_amount numeric(20, 2),
  primary key (account_id, credit_note_id, line_id),
  foreign key (account_id, credit_note_id) references monthly_vat_invoices,
  foreign key (account_id, corrected_id) references monthly_vat_invoices
);
create index invoice_corrections_by_invoice on invoice_corrections (account_id, corrected_id);
select protect_account_rows('invoice_corrections', 'select');
revoke update, delete on invoice_corrections from portal_server;
create trigger append_only before update or delete or truncate on invoice_corrections
for each statement execute function refuse_change();

insert into invoice_corrections (account_id, credit_note_id, line_id, corrected_id, net_amount)
select n.account_id, n.monthly_vat_invoice_id, line ->> 'line_id', i.monthly_vat_invoice_id, (line ->> 'net_amount')::numeric
from monthly_vat_invoices n
cross join jsonb_array_elements(n.detail -> 'lines') line
join monthly_vat_invoices i on i.account_id = n.account_id and i.number = n.detail -> 'preceding_invoice' ->> 'number'
where n.document_type = 'credit_note' and (line ->> 'net_amount')::numeric <> 0;
