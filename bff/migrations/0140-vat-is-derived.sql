-- VAT is derived when it is needed, from country, tax number, the register's verdict and the rates of the day. A stored
-- rate would not change with the law.
alter table accounts drop column tax_value, drop column reverse_charge, drop column tax_reason;

-- Confirming an address writes these members into columns of the account.
update registrations set form = form - 'tax_value' - 'reverse_charge' - 'tax_reason';
