-- The digest of a payment includes its dates, fee, rate and reference. Those of a crypto top-up follow its transfers until the last:
-- the audit compares them instead.
alter function payment_digest rename to earlier_payment_digest;
create function payment_digest(p payments) returns text language sql stable parallel safe as $$
  select digest_of(jsonb_build_array(p.number, p.service_id, p.method, p.type, p.currency, p.amount, p.net_amount, p.tax_rate,
    p.tax_amount, p.gross_amount, p.reference, p.description, p.note, p.purchase_order, p.monthly_vat_invoice_id,
    p.refunded_payment_id, p.particulars, p.created at time zone 'UTC', p.due_date,
    case when (p.method, p.type) <> ('crypto', 'top_up')
      then jsonb_build_array(p.fee_amount, p.exchange_rate, p.transaction_reference) end))
$$;
revoke all on function payment_digest from public;
grant execute on function payment_digest to portal_server;

-- A payment that had changed before keeps its digest, so that the audit still reports it.
alter table document_digests disable trigger append_only;
update document_digests d set digest = payment_digest(p) from payments p
where (d.account_id, d.document_id) = (p.account_id, p.payment_id) and d.digest = earlier_payment_digest(p);
alter table document_digests enable trigger append_only;
drop function earlier_payment_digest;

-- What the bank stated decides which payment is credited, and from whom money can be taken back.
create table bank_entry_digests (
  bank_entry_id text primary key,
  -- SHA-256 of the content, in hexadecimal digits.
  digest text not null check (digest ~ '^[0-9a-f]{64}$')
);
alter table bank_entry_digests enable row level security, force row level security;
create policy all_accounts on bank_entry_digests to portal_owner, portal_server using (true) with check (true);
revoke insert, update, delete on bank_entry_digests from portal_server;

-- Not what the portal has made of it.
create function bank_entry_digest(b bank_entries) returns text language sql stable parallel safe as $$
  select digest_of(jsonb_build_array(b.iban, b.booked, b.currency, b.amount, b.payer_name, b.payer_iban, b.reference, b.remittance,
    b.bank_reference, b.statement, b.entry_reference, b.entry_amount, b.transfer_reference, b.end_to_end_id))
$$;
revoke all on function bank_entry_digest from public;
grant execute on function bank_entry_digest to portal_server;

create function record_bank_entry_digest() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into bank_entry_digests values (new.bank_entry_id, bank_entry_digest(new));
  return null;
end
$$;
create trigger bank_entries_digest after insert on bank_entries for each row execute function record_bank_entry_digest();

insert into bank_entry_digests select bank_entry_id, bank_entry_digest(b) from bank_entries b;
create trigger append_only before update or delete or truncate on bank_entry_digests
for each statement execute function refuse_change();
