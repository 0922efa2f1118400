-- What a transfer is worth exactly: a payment's sum is rounded to cents, not each transfer. Null for transfers from before: they are
-- worth what was credited.
alter table crypto_transactions add column worth numeric(38, 18) check (worth >= 0);
