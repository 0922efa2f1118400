-- Customers name their rented numbers.
alter table rented_numbers drop constraint rented_numbers_label_check, add check (length(label) <= 80);
grant update (label) on rented_numbers to portal_app;
