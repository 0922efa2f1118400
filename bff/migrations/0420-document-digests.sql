-- What was issued never changes: invoices and credit notes, and what the documents of a payment state. Their digests let the audit
-- notice a change of what nothing else repeats.
create table document_digests (
  account_id text not null references accounts,
  -- Of an invoice, a credit note or a payment.
  document_id text not null,
  -- SHA-256 of the content, in hexadecimal digits.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  primary key (account_id, document_id)
);
alter table document_digests enable row level security, force row level security;
create policy all_accounts on document_digests to portal_owner, portal_server using (true) with check (true);
revoke insert, update, delete on document_digests from portal_server;

create function digest_of(content jsonb) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(content::text, 'UTF8')), 'hex')
$$;

create function invoice_digest(i monthly_vat_invoices) returns text language sql stable parallel safe as $$
  select digest_of(jsonb_build_array(i.number, i.document_type, i.basis, i.issue_date, i.due_date, i.period_start, i.period_end,
    i.year, i.month, i.timezone, i.service_id, i.service_type, i.currency, i.net_amount, i.tax_rate, i.tax_amount, i.gross_amount,
    i.paid_amount, i.rounding, i.amount_due, i.tax_treatment, i.status, i.language, i.summary, i.detail))
$$;

-- Not the state, and what was received.
create function payment_digest(p payments) returns text language sql stable parallel safe as $$
  select digest_of(jsonb_build_array(p.number, p.service_id, p.method, p.type, p.currency, p.amount, p.net_amount, p.tax_rate,
    p.tax_amount, p.gross_amount, p.reference, p.description, p.note, p.purchase_order, p.monthly_vat_invoice_id,
    p.refunded_payment_id, p.particulars))
$$;
revoke all on function digest_of, invoice_digest, payment_digest from public;
grant execute on function digest_of, invoice_digest, payment_digest to portal_server;

create function record_digest() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'payments' then
    insert into document_digests values (new.account_id, new.payment_id, payment_digest(new));
  else
    insert into document_digests values (new.account_id, new.monthly_vat_invoice_id, invoice_digest(new));
  end if;
  return null;
end
$$;
create trigger payments_digest after insert on payments for each row execute function record_digest();
create trigger monthly_vat_invoices_digest after insert on monthly_vat_invoices for each row execute function record_digest();

insert into document_digests select account_id, payment_id, payment_digest(p) from payments p
union all select account_id, monthly_vat_invoice_id, invoice_digest(i) from monthly_vat_invoices i;
create trigger append_only before update or delete or truncate on document_digests
for each statement execute function refuse_change();
