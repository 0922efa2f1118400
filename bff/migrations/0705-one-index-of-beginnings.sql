-- One index of numbers instead of two: that of their beginnings finds whole ones, too. Each new number of an imported call was added to both.
alter table call_numbers drop constraint call_numbers_pkey;
drop index call_numbers_by_beginning;
create unique index call_numbers_by_beginning on call_numbers (account_id, service_id, number text_pattern_ops);
alter table call_numbers replica identity using index call_numbers_by_beginning;
